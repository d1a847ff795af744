package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.solver.Boundary.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CheckpointTest {
    private static ForkJoinPool pool;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @ParameterizedTest
    @CsvSource({
        "cpu:jvm, FP64",
        "cpu:interpreter, FP64",
        "cpu:interpreter, FP32",
        "cpu:interpreter, FP32_FP16",
        "cpu:jvm, FP32_DEVIATIONS",
        "cpu:interpreter, FP64_DEVIATIONS"
    })
    void a_run_resumed_with_another_storage_and_device_continues_bit_for_bit(String device, Precision precision)
            throws IOException {
        Case dense = Ducts.duct(1, false, Scheme.LINK_WISE)
                .precision(precision)
                .storage(new TwoBufferPull(), new Dense())
                .build();
        Path checkpoint;
        double[] expected;
        try (Simulation first = open(dense, "cpu:jvm")) {
            first.step(17);
            checkpoint = write(first, new Checkpoints(folder, 2));
            first.step(12);
            expected = populations(first);
            assertThat(Files.size(checkpoint) / populations(first).length).isEqualTo(precision.storedBytes());
        }
        for (StorageChoice storage : List.of(
                new StorageChoice(new AaPattern(), new Tiles()),
                new StorageChoice(new EsotericPull(), new Tiles()),
                new StorageChoice(new TwoBufferPush(), new GhostTiles()))) {
            Case other = Ducts.duct(1, false, Scheme.LINK_WISE)
                    .precision(precision)
                    .storage(storage.pattern(), storage.addressing())
                    .build();
            try (Simulation second = open(other, device)) {
                second.restore(checkpoint);
                assertThat(second.steps()).isEqualTo(17);
                second.step(12);
                assertThat(populations(second)).isEqualTo(expected);
            }
        }
    }

    @Test
    void three_parts_write_what_two_and_five_parts_continue_bit_for_bit() throws IOException {
        Case theCase = Ducts.duct(1, false, Scheme.LINK_WISE)
                .storage(new AaPattern(), new Tiles())
                .build();
        Path checkpoint;
        double[] expected;
        try (Simulation one = open(theCase, "cpu:jvm");
                Simulation three = openInParts(theCase, List.of("cpu:interpreter", "cpu:jvm", "cpu:jvm"))) {
            one.step(17);
            three.step(17);
            checkpoint = write(three, new Checkpoints(folder.resolve("three"), 1));
            assertThat(write(one, new Checkpoints(folder.resolve("one"), 1))).hasSameBinaryContentAs(checkpoint);
            one.step(12);
            expected = populations(one);
        }
        for (int parts : new int[] {1, 2, 5}) {
            try (Simulation resumed = openInParts(theCase, Collections.nCopies(parts, "cpu:jvm"))) {
                resumed.restore(checkpoint);
                resumed.step(12);
                assertThat(populations(resumed)).as("%d parts", parts).isEqualTo(expected);
            }
        }
    }

    @Test
    void a_damaged_checkpoint_is_skipped_for_the_previous_one() throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder, 3);
        Path good;
        Path damaged;
        try (Simulation simulation = open(Ducts.duct(0, false, Scheme.AUTO).build(), "cpu:interpreter")) {
            simulation.step(1);
            good = write(simulation, checkpoints);
            simulation.step(1);
            damaged = write(simulation, checkpoints);
        }
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);
        List<String> skipped = new ArrayList<>();
        assertThat(Checkpoints.find(folder, "--resume", pool, skipped::add)).isEqualTo(good);
        assertThat(skipped).singleElement().asString().contains("checksum");
    }

    @Test
    void only_the_newest_are_kept_and_no_half_written_file_is_left() throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder, 2);
        try (Simulation simulation = open(Ducts.duct(0, false, Scheme.AUTO).build(), "cpu:interpreter")) {
            for (int n = 0; n < 4; n++) {
                simulation.step(1);
                write(simulation, checkpoints);
            }
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()).sorted())
                    .containsExactly("step-000000000003.checkpoint", "step-000000000004.checkpoint");
        }
    }

    @Test
    void checkpoints_stay_after_a_run_only_where_some_are_to_be_kept() {
        assertThat(new Checkpoints(folder, 1).areKept()).isTrue();
        assertThat(new Checkpoints(folder, 0).areKept()).isFalse();
        assertThat(Checkpoints.none().areKept()).isFalse();
    }

    @Test
    void a_checkpoint_of_another_geometry_is_refused_with_the_reason() throws IOException {
        Path checkpoint;
        try (Simulation simulation = open(Ducts.duct(0, false, Scheme.AUTO).build(), "cpu:interpreter")) {
            checkpoint = write(simulation, new Checkpoints(folder, 1));
        }
        try (Simulation other = open(Ducts.duct(1, false, Scheme.AUTO).build(), "cpu:interpreter")) {
            assertThatThrownBy(() -> other.restore(checkpoint))
                    .isInstanceOf(CaseException.class)
                    .hasMessageContaining("Resume with the case that wrote it");
        }
    }

    /// A run that is killed before leaves a file that `--resume` does not read.
    /// A case with fast functions has other results. Devices without them compute exact ones and may
    /// continue it.
    @Test
    void a_checkpoint_belongs_to_exact_or_to_fast_functions() throws IOException {
        var duct = Ducts.duct(1, false, Scheme.LINK_WISE).precision(Precision.FP32);
        Case fast = duct.intrinsics(Intrinsics.FAST).build();
        Case exact = duct.intrinsics(Intrinsics.EXACT).build();
        Path checkpoint;
        try (Simulation first = open(fast, "cpu:jvm")) {
            first.step(3);
            checkpoint = write(first, new Checkpoints(folder, 2));
        }
        try (Simulation second = open(fast, "cpu:interpreter")) {
            second.restore(checkpoint);
            assertThat(second.steps()).isEqualTo(3);
        }
        try (Simulation other = open(exact, "cpu:jvm")) {
            assertThatThrownBy(() -> other.restore(checkpoint))
                    .isInstanceOf(CaseException.class)
                    .hasMessageContaining("model.intrinsics: fast in the checkpoint, nothing in the case");
        }
    }

    @Test
    void a_checkpoint_gets_its_name_when_the_disk_has_it() throws IOException {
        Path target = folder.resolve("step-000000000000.checkpoint");
        Path beside = folder.resolve("step.writing.checkpoint");
        try (Simulation simulation = open(Ducts.duct(0, false, Scheme.AUTO).build(), "cpu:interpreter")) {
            CheckpointFile file = begun(target, beside, simulation);
            assertThat(beside).exists();
            assertThat(Checkpoints.areIn(folder)).isFalse();
            assertThat(file.complete()).isEqualTo(target).exists();
            assertThat(beside).doesNotExist();
            Files.delete(target);
            CheckpointFile lost = begun(target, beside, simulation);
            Files.delete(beside);
            assertThatThrownBy(lost::complete).hasMessageContaining("earlier checkpoints are untouched");
            assertThat(target).doesNotExist();
        }
    }

    private static CheckpointFile begun(Path target, Path beside, Simulation simulation) throws IOException {
        SimulationState state = new SimulationState(simulation);
        return CheckpointFile.write(target, beside, state.header(List.of()), state, List.of());
    }

    private static Path write(Simulation simulation, Checkpoints checkpoints) throws IOException {
        checkpoints.write(simulation, List.of());
        return checkpoints.last().orElseThrow();
    }

    private static Simulation open(Case theCase, String device) {
        return Simulation.open(theCase, Devices.on(pool).byKey(device), pool);
    }

    private static Simulation openInParts(Case theCase, List<String> keys) {
        List<Device> devices = keys.stream().map(Devices.on(pool)::byKey).toList();
        return Simulation.open(theCase, new PartedDevice(devices, PartedDevice.Division.balanced(), pool), pool);
    }

    private static double[] populations(Simulation simulation) {
        int count = (int) simulation.nodes().fluid().count();
        double[] f = new double[count * 19];
        simulation.execution().readPopulations(0, count, f);
        return f;
    }
}
