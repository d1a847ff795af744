package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.checkpoint.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checkpoints of formats 1 and 2: files of a duct of 12 x 4 x 4 nodes at step 20, written by the versions that
/// wrote these formats, with the hash code of the populations that they held.
final class EarlierCheckpointTest {
    private static final int POPULATIONS = 231800941;

    @TempDir
    private Path folder;

    private static ForkJoinPool pool;
    private static Simulation simulation;
    private Path checkpoint;

    @BeforeAll
    static void open_a_duct() {
        pool = new ForkJoinPool(2);
        simulation = Simulation.open(
                Ducts.duct(0, false, Scheme.LINK_WISE)
                        .spacingM(0.25)
                        .steady(1e-3)
                        .build(),
                Devices.on(pool).byKey("cpu:interpreter"),
                pool);
    }

    @AfterAll
    static void close() {
        simulation.close();
        pool.close();
    }

    @BeforeEach
    void copy_the_file_of_format_2() throws IOException {
        checkpoint = copied("format-2.checkpoint");
    }

    private Path copied(String name) throws IOException {
        Path copy = folder.resolve("step-000000000020.checkpoint");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name))) {
            Files.write(copy, in.readAllBytes());
        }
        return copy;
    }

    @Test
    void a_run_of_format_2_is_restored_bit_for_bit() throws IOException {
        assertThat(Checkpoints.find(folder, "--resume", pool, s -> {})).isEqualTo(checkpoint);
        simulation.restore(checkpoint);
        assertThat(simulation.steps()).isEqualTo(20);
        assertThat(Arrays.hashCode(populations(simulation))).isEqualTo(POPULATIONS);
        try (Simulation same =
                Simulation.open(simulation.theCase(), Devices.on(pool).byKey("cpu:interpreter"), pool)) {
            same.step(20);
            assertThat(new SimulationState(simulation).fields())
                    .hasSize(9)
                    .usingRecursiveComparison()
                    .isEqualTo(new SimulationState(same).fields());
        }
        SteadyHistory history =
                SteadyHistory.of(simulation.restored(SteadyHistory.NAME).orElseThrow());
        assertThat(history.intervalSteps()).isEqualTo(4);
        assertThat(history.state().residual()).isEqualTo(0.25845524647618234);
        assertThat(history.state().decays()).hasSize(3);
        assertThat(history.state().decays().getFirst().last()).hasSize(576);
    }

    @Test
    void a_checkpoint_of_format_1_starts_a_new_run_but_resumes_none() throws IOException {
        checkpoint = copied("format-1.checkpoint");
        assertThatThrownBy(() -> simulation.restore(checkpoint))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("was written by an earlier version of Tessera")
                .hasMessageContaining("--initial-state " + checkpoint);
        simulation.restore(copied("format-2.checkpoint"));
        double[] before = populations(simulation);
        try (Simulation other =
                Simulation.open(simulation.theCase(), Devices.on(pool).byKey("cpu:interpreter"), pool)) {
            other.startFrom(copied("format-1.checkpoint"));
            assertThat(other.steps()).isZero();
            assertThat(populations(other)).isEqualTo(before);
        }
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
            step: 20          | step: -3
            field: \\d+       | field: 1000000000
            field: \\d+       | field: -7
            field: \\d+ 8     | field: 5
            step: 20          | step
            """)
    void a_header_that_contradicts_its_file_is_damaged(String pattern, String by) throws IOException {
        change(pattern, by);
        assertThatThrownBy(() -> simulation.restore(checkpoint))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the header of checkpoint " + checkpoint + " is damaged: ");
        assertThatThrownBy(() -> Checkpoints.find(checkpoint, "--resume", pool, s -> {}))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("is damaged");
        assertThatThrownBy(() -> Checkpoints.find(folder, "--resume", pool, s -> {}))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("none of 1 checkpoints is intact");
    }

    @Test
    void too_many_fields_count_as_damage() throws IOException {
        change("field: ", "field: 1 8 x\n".repeat(100_000) + "field: ");
        assertThatThrownBy(() -> Checkpoint.open(checkpoint))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("further arrays do not match the ");
        change("field: ", "field: 1 8 x\n".repeat(1_000_000) + "field: ");
        assertThatThrownBy(() -> Checkpoint.open(checkpoint)).isInstanceOf(IOException.class);
    }

    @Test
    void a_flipped_bit_is_found() throws IOException {
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        assertThatThrownBy(() -> simulation.restore(checkpoint)).hasMessageContaining("its checksum does not match");
    }

    @Test
    void a_checkpoint_of_a_later_version_is_named_as_such() throws IOException {
        change("tessera-checkpoint: 2", "tessera-checkpoint: 12");
        assertThatThrownBy(() -> Checkpoint.open(checkpoint))
                .hasMessageContaining("is a checkpoint of format 12; this version of Tessera reads formats 1 to 3");
    }

    private static double[] populations(Simulation of) {
        int count = (int) of.nodes().fluid().count();
        double[] f = new double[count * 19];
        of.execution().readPopulations(0, count, f);
        return f;
    }
}
