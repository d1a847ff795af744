package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.solver.Boundary.Scheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.zip.CRC32C;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checkpoints with a valid checksum and a wrong header, and those of earlier versions.
final class CheckpointHeaderTest {
    @TempDir
    private Path folder;

    private static ForkJoinPool pool;
    private static Simulation simulation;
    private Path checkpoint;

    @BeforeAll
    static void open_a_duct() {
        pool = new ForkJoinPool(1);
        simulation = open(Ducts.duct(0, false, Scheme.LINK_WISE));
        simulation.step(3);
    }

    @AfterAll
    static void close() {
        simulation.close();
        pool.close();
    }

    @BeforeEach
    void write_a_checkpoint() throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder, 1);
        checkpoints.write(simulation, Optional.empty());
        checkpoint = checkpoints.last().orElseThrow();
    }

    private static Simulation open(CaseBuilder builder) {
        return Simulation.open(builder.build(), Devices.on(pool).byKey("cpu:interpreter"), pool);
    }

    /// Rewrites the header and updates the checksum.
    private void change(String pattern, String by) throws IOException {
        byte[] all = Files.readAllBytes(checkpoint);
        String text = new String(all, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\n\n") + 1;
        byte[] head = text.substring(0, end).replaceFirst(pattern, by).getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer whole = ByteBuffer.allocate(head.length + all.length - end).order(ByteOrder.LITTLE_ENDIAN);
        whole.put(head).put(all, end, all.length - end - 8);
        CRC32C sum = new CRC32C();
        sum.update(whole.array(), 0, whole.position());
        Files.write(checkpoint, whole.putLong(sum.getValue()).array());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fluid-nodes: \\d+ | fluid-nodes: 4611686018427387904
            fluid-nodes: \\d+ | fluid-nodes: -1
            fluid-nodes: \\d+ | fluid-nodes: 1e9
            directions: 19    | directions: 0
            directions: 19    | directions: 9
            lattice: D3Q19    | lattice: D9Q99
            bytes-per-value: 8 | bytes-per-value: 0
            bytes-per-value: 8 | bytes-per-value: 3
            step: 3           | step: -3
            field: \\d+       | field: 1000000000
            field: \\d+       | field: -7
            field: \\d+ 8     | field: 5
            step: 3           | step
            """)
    void a_header_that_contradicts_its_file_is_damaged(String pattern, String by) throws IOException {
        change(pattern, by);
        CheckpointFile.verify(checkpoint);
        assertThatThrownBy(() -> simulation.restore(checkpoint))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the header of checkpoint " + checkpoint + " is damaged: ");
        assertThatThrownBy(() -> Checkpoints.find(checkpoint, "--resume", s -> {}))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("is damaged");
        assertThatThrownBy(() -> Checkpoints.find(folder, "--resume", s -> {}))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("none of 1 checkpoints is intact");
    }

    @Test
    void too_many_fields_count_as_damage() throws IOException {
        change("field: ", "field: 1 8 x\n".repeat(100_000) + "field: ");
        assertThatThrownBy(() -> CheckpointFile.readHeader(checkpoint))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("further arrays do not match the ");
        change("field: ", "field: 1 8 x\n".repeat(1_000_000) + "field: ");
        assertThatThrownBy(() -> CheckpointFile.readHeader(checkpoint)).isInstanceOf(IOException.class);
    }

    @Test
    void a_checkpoint_of_an_earlier_version_starts_a_new_run_but_resumes_none() throws IOException {
        change("(?s)tessera-checkpoint: 2(.*?)\ncase: .*?\nfield", "tessera-checkpoint: 1$1\nfield");
        change("(field: \\d+) 8 ", "$1 ");
        while (new String(Files.readAllBytes(checkpoint), StandardCharsets.ISO_8859_1).contains(" 8 links/")) {
            change("(field: \\d+) 8 ", "$1 ");
        }
        assertThatThrownBy(() -> simulation.restore(checkpoint))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("was written by an earlier version of Tessera")
                .hasMessageContaining("--initial-state " + checkpoint);
        try (Simulation other = open(Ducts.duct(0, false, Scheme.LINK_WISE))) {
            other.startFrom(checkpoint);
            assertThat(other.steps()).isZero();
            assertThat(populations(other)).isEqualTo(populations(simulation));
        }
    }

    @Test
    void a_checkpoint_of_a_later_version_is_named_as_such() throws IOException {
        change("tessera-checkpoint: 2", "tessera-checkpoint: 12");
        assertThatThrownBy(() -> CheckpointFile.readHeader(checkpoint))
                .hasMessageContaining("is a checkpoint of format 12; this version of Tessera reads");
    }

    @Test
    void a_flow_is_transferred_to_another_time_step_and_viscosity_in_si_units() throws IOException {
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).fluid(2, 0.2).relaxationTime(0.7), 2 * 0.2);
    }

    @Test
    void a_flow_is_transferred_to_another_viscosity_at_the_same_time_step() throws IOException {
        double timeStepS = simulation.units().timeStepS();
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).fluid(1, 0.2).timeStepS(timeStepS), 0.2);
    }

    @Test
    void a_flow_is_transferred_to_another_equilibrium_with_its_stress() throws IOException {
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).equilibrium(new QuasiCompressible()), 0.4);
    }

    /// Close to the inlet, which the flow has left after three steps.
    private void assertSameFlow(CaseBuilder builder, double itsViscosityPaS) throws IOException {
        try (Simulation other = open(builder)) {
            other.startFrom(checkpoint);
            Snapshot before = simulation.snapshot(true);
            Snapshot after = other.snapshot(true);
            var nodes = simulation.nodes();
            int here = (int) nodes.fluid().number(nodes.box().index(1, 4, 6));
            assertThat(before.velocityMPerS()[0][here]).isGreaterThan(0.1);
            assertThat(after.velocityMPerS()[0][here])
                    .isCloseTo(before.velocityMPerS()[0][here], Assertions.within(1e-12));
            assertThat(after.pressurePa()[here]).isCloseTo(before.pressurePa()[here], Assertions.within(1e-9));
            double strainBefore = Objects.requireNonNull(before.shearStressPa())[3][here] / 0.4;
            double strainAfter = Objects.requireNonNull(after.shearStressPa())[3][here] / itsViscosityPaS;
            assertThat(strainBefore).isNotZero();
            assertThat(strainAfter).isCloseTo(strainBefore, Assertions.withinPercentage(1e-3));
        }
    }

    private static double[] populations(Simulation of) {
        int count = (int) of.nodes().fluid().count();
        double[] f = new double[count * 19];
        of.execution().readPopulations(0, count, f);
        return f;
    }
}
