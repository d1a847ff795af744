package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.field.Velocity;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The laws of every model of a fluid: all storages and devices give the same bits, and checkpoints continue.
abstract class FluidKit {
    static final int SIZE = 12; // nodes along x and y
    private static ForkJoinPool pool;
    private static Devices devices;

    @TempDir
    private Path temp;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    static Simulation open(Case theCase) {
        return openOn(theCase, "cpu:interpreter");
    }

    static Simulation openOn(Case theCase, String device) {
        return Simulation.open(theCase, devices.byKey(device), pool);
    }

    /// A closed box of [#SIZE] nodes with an obstacle.
    abstract CaseBuilder obstructed();

    /// A case on the nodes of [#obstructed] to which its checkpoints do not belong.
    abstract Case other();

    /// What a checkpoint has to restore.
    abstract double[] state(Simulation simulation);

    static Stream<Arguments> storages() {
        return Patterns.all().stream()
                .flatMap(pattern -> Addressings.all().stream()
                        .filter(addressing -> addressing.unfitFor(pattern) == null)
                        .map(addressing -> Arguments.of(pattern, addressing)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c", "opencl:0"})
    void every_device_gives_the_same_bits(String device) {
        switch (device) {
            case "cpu:c" -> Needs.part("c", CCompiler.find().isPresent());
            case "opencl:0" ->
                Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
            default -> {}
        }
        for (UnaryOperator<CaseBuilder> change : changes()) {
            assertThat(velocityOn(device, change)).isDeepEqualTo(velocityOn("cpu:interpreter", change));
        }
    }

    /// Cases that every device computes.
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.collision(new Trt()));
    }

    private double[][] velocityOn(String device, UnaryOperator<CaseBuilder> change) {
        try (Simulation flow = Simulation.open(change.apply(obstructed()).build(), devices.byKey(device), pool)) {
            flow.step(7);
            return flow.snapshot(List.of(new Velocity())).velocityMPerS();
        }
    }

    @ParameterizedTest
    @MethodSource("storages")
    void every_storage_gives_the_same_bits(StreamingPattern pattern, Addressing addressing) {
        double[][] expected =
                velocityIn(new StorageChoice(Patterns.byKey("pull"), Addressings.byKey("dense")), "cpu:interpreter");
        for (String device : List.of("cpu:interpreter", "cpu:jvm")) {
            assertThat(velocityIn(new StorageChoice(pattern, addressing), device))
                    .as(device)
                    .isDeepEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"aa, compact-tiles", "pull, fluid-index", "esoteric-pull, tiles"})
    void a_gpu_gives_the_same_bits(String pattern, String addressing) {
        List<String> gpus =
                devices.keys().stream().filter(key -> key.startsWith("opencl")).toList();
        Needs.part("opencl", !gpus.isEmpty());
        var storage = new StorageChoice(Patterns.byKey(pattern), Addressings.byKey(addressing));
        assertThat(velocityIn(storage, gpus.getFirst())).isDeepEqualTo(velocityIn(storage, "cpu:interpreter"));
    }

    private double[][] velocityIn(StorageChoice storage, String device) {
        Case theCase = obstructed().build();
        var nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        try (Simulation flow = Simulation.open(theCase, nodes, devices.byKey(device), storage, pool)) {
            flow.step(7);
            return flow.snapshot(List.of(new Velocity())).velocityMPerS();
        }
    }

    @Test
    void parts_give_the_bits_of_one() {
        Device jvm = devices.byKey("cpu:jvm");
        Device parts = new PartedDevice(Collections.nCopies(3, jvm), PartedDevice.Division.balanced(), pool);
        try (Simulation whole = open(obstructed().build());
                Simulation divided = Simulation.open(obstructed().build(), parts, pool)) {
            whole.step(7);
            divided.step(7);
            assertThat(state(divided)).isEqualTo(state(whole));
        }
    }

    @Test
    void a_checkpoint_continues_bit_for_bit_and_is_refused_by_another_fluid() throws IOException {
        Path file;
        double[] expected;
        try (Simulation first = open(obstructed().build())) {
            first.step(3);
            Checkpoints checkpoints = new Checkpoints(temp, 1);
            checkpoints.write(first, List.of());
            file = checkpoints.last().orElseThrow();
            first.step(4);
            expected = state(first);
        }
        for (String device : List.of("cpu:interpreter", "cpu:jvm")) {
            try (Simulation second = openOn(obstructed().build(), device)) {
                second.restore(file);
                second.step(4);
                assertThat(state(second)).as(device).isEqualTo(expected);
            }
        }
        try (Simulation other = open(other())) {
            assertThatThrownBy(() -> other.restore(file)).isInstanceOf(CaseException.class);
            requireStart(other, file);
        }
    }

    /// A flow starts from the velocities of another fluid.
    void requireStart(Simulation other, Path file) throws IOException {
        other.startFrom(file);
    }

    static void requireRefused(Case theCase, String message) {
        assertThatThrownBy(() -> open(theCase))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(message);
    }
}
