package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.Vec;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.field.Velocity;
import dev.tessera.testkit.Needs;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Observables of a duct with two openings, walls and a probe.
final class ObservationTest {
    private static final ForkJoinPool POOL = new ForkJoinPool(3);
    private static final int STEPS = 7;

    private static List<Observable> expected;

    @BeforeAll
    static void observeOnTheInterpreter() {
        expected = observed(new Interpreter(), new StorageChoice(new AaPattern(), Addressings.byKey("dense")));
    }

    @AfterAll
    static void stop() {
        POOL.close();
    }

    static Stream<Arguments> storages() {
        List<Arguments> all = new ArrayList<>();
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : Addressings.fitting(pattern)) {
                all.add(Arguments.of(pattern, addressing, "cpu:jvm"));
            }
        }
        all.add(Arguments.of(new AaPattern(), Addressings.byKey("compact-tiles"), "cpu:c"));
        all.add(Arguments.of(new TwoBufferPull(), Addressings.byKey("dense"), "opencl"));
        all.add(Arguments.of(new AaPattern(), Addressings.byKey("compact-tiles"), "opencl"));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("storages")
    void observables_are_the_same_bits_on_every_device_and_storage(
            StreamingPattern pattern, Addressing addressing, String device) {
        StorageChoice storage = new StorageChoice(pattern, addressing);
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        try (Devices devices = Devices.on(POOL)) {
            String key = device;
            if (device.equals("opencl")) {
                List<String> offers = devices.keys().stream()
                        .filter(k -> k.startsWith("opencl"))
                        .toList();
                Needs.part("opencl", !offers.isEmpty());
                key = offers.getFirst();
            }
            assertThat(observed(devices.byKey(key), storage)).isEqualTo(expected);
        }
    }

    @Test
    void totals_equal_sums_over_the_fields_of_a_snapshot() {
        try (Simulation simulation = opened(
                Devices.on(POOL).byKey("cpu:jvm"), new StorageChoice(new AaPattern(), Addressings.byKey("tiles")))) {
            simulation.step(STEPS);
            double[][] u = simulation.snapshot(List.of(new Velocity())).velocityMPerS();
            double sum = 0;
            double largest = 0;
            for (int n = 0; n < u[0].length; n++) {
                double speed = Math.sqrt(u[0][n] * u[0][n] + u[1][n] * u[1][n] + u[2][n] * u[2][n]);
                sum += speed;
                largest = Math.max(largest, speed);
            }
            List<Observable> row = Observation.ofLog(simulation).row();
            assertThat(row.getFirst().value()).isCloseTo(sum / u[0].length, within(1e-14 * largest));
            assertThat(row.get(1).value()).isCloseTo(largest, within(1e-15 * largest));
            Observation sampled = Observation.of(simulation, EnumSet.of(Observation.Part.STEADY_SAMPLE));
            double unit = simulation.units().velocityUnitMPerS();
            for (int n = 0; n < u[0].length; n++) {
                assertThat(sampled.steadySample()[0][n] * unit).isEqualTo(u[0][n]);
            }
        }
    }

    private static List<Observable> observed(Device device, StorageChoice storage) {
        try (Simulation simulation = opened(device, storage)) {
            simulation.step(STEPS);
            List<Observable> row = Observation.ofLog(simulation).row();
            assertThat(row)
                    .extracting(Observable::name)
                    .contains("inlet.flow_rate", "outlet.mean_pressure", "wall.force_x", "middle.velocity_x");
            return row;
        }
    }

    private static Simulation opened(Device device, StorageChoice storage) {
        OutputChoice standard = OutputChoice.standard();
        Case duct = Ducts.duct(0, false, Scheme.AUTO)
                .lattice(Lattices.D3Q19)
                .output(new OutputChoice(
                        standard.every(),
                        standard.fields(),
                        standard.formats(),
                        standard.compression(),
                        1,
                        List.of(),
                        standard.pictures(),
                        standard.plots(),
                        List.of(new OutputChoice.Probe("middle", new Vec(1.3, 0.5, 0.45))),
                        standard.logEvery(),
                        standard.checkpoints(),
                        standard.exclude(),
                        List.of(),
                        List.of()))
                .build();
        return Simulation.open(duct, duct.geometry().voxelise(duct.spacingM(), POOL), device, storage, POOL);
    }
}
