package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Flows of cases with the key `smagorinsky`.
final class LargeEddyCaseTest {
    private static final int HEIGHT = 8;
    private static final String CHANNEL = """
            tessera: 1
            geometry: {box: [4 m, 8 m], spacing: 1 m}
            sides: {x-min: periodic, x-max: periodic, y-min: floor, y-max: lid}
            fluid: {density: 2 kg/m3, viscosity: 0.01 m2/s}
            model: {collision: %s, smagorinsky: 0.5}
            boundaries: {lid: {scheme: moving, velocity: [0.16 m/s, 0 m/s]}}
            reference: {length: 8 m}
            time: {time-step: 1 s, stop: {steps: 1}}
            """;
    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Case sheared(String collision) {
        return CaseFile.parse("case.yaml", CHANNEL.formatted(collision), Path.of("/cases"), List.of())
                .theCase();
    }

    private static <T> T after(int steps, Case theCase, String device, Function<Simulation, T> question) {
        try (Simulation simulation = Simulation.open(theCase, devices.byKey(device), pool)) {
            simulation.step(steps);
            return question.apply(simulation);
        }
    }

    /// The shear rate is 0.16 / 8 = 0.02 per second, the viscosity 0.01 + 0.5² 0.02 = 0.015 m²/s. Normal
    /// stresses of second order in the shear rate, which enter `|S|`, raise it by up to a ten-thousandth; with
    /// TRT they grow with the magic parameter (0.8 % at 3/16).
    @ParameterizedTest
    @ValueSource(strings = {"bgk", "trt, magic: 1/100", "mrt", "regularized"})
    void a_uniform_shear_has_the_stress_of_both_viscosities(String collision) {
        double expected = 2 * 0.015 * 0.02;
        Snapshot end =
                after(8_000, sheared(collision), "cpu:jvm", simulation -> simulation.snapshot(ResultFields.all()));
        assertAll(end.stressPa()[3], 4 * HEIGHT, expected);
        assertAll(end.wallShearStress().magnitudePa(), 2 * 4, expected);
    }

    private static void assertAll(double[] values, int size, double expected) {
        double[] same = new double[size];
        Arrays.fill(same, expected);
        assertThat(values).containsExactly(same, within(2e-4 * expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:c", "cpu:interpreter"})
    void every_target_gives_the_same_bits(String device) {
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        for (String collision : List.of("bgk", "trt", "mrt", "regularized")) {
            Function<Simulation, double[][]> velocity =
                    simulation -> simulation.snapshot().velocityMPerS();
            assertThat(after(60, sheared(collision), device, velocity))
                    .isDeepEqualTo(after(60, sheared(collision), "cpu:jvm", velocity));
        }
    }
}
