package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Shan–Chen mixtures of two components as cases.
final class MixtureTest {
    private static final int SIZE = 12;
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

    /// Two components in a periodic square with waves of density, 1 kg/m³ each on average, in lattice units.
    private static CaseBuilder waves(Potential potential, double coupling) {
        Side around = Side.periodic();
        var mixture = new ShanChen(List.of("oil", "water"), potential, List.of(new Coupling("oil", "water", coupling)));
        return Case.named("waves")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, around, around, around, around)))
                .spacingM(1)
                .fluid(1, 0.1)
                .mixture(
                        mixture,
                        List.of(new Case.Component("oil", 0.2, wave(1)), new Case.Component("water", 0.1, wave(-1))))
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1);
    }

    private static Value wave(int sign) {
        return Value.varying(at -> at.number(1)
                .plus(at.number(sign * 0.1)
                        .times(at.x().minus(at.number(5.5)).times(at.y()))
                        .times(at.number(1.0 / 36))));
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool);
    }

    private static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    @ParameterizedTest
    @EnumSource(Potential.class)
    void masses_and_momentum_are_conserved(Potential potential) {
        try (Simulation mixture = open(waves(potential, 1.5).build())) {
            double oil = sum(density(mixture, "oil"));
            double water = sum(density(mixture, "water"));
            double[] before = momentum(mixture);
            mixture.step(50);
            assertThat(sum(density(mixture, "oil"))).isCloseTo(oil, within(1e-11));
            assertThat(sum(density(mixture, "water"))).isCloseTo(water, within(1e-11));
            assertThat(momentum(mixture)).containsExactly(before, within(1e-11));
            double[] velocity = mixture.snapshot(List.of(new Velocity())).velocityMPerS()[0];
            assertThat(Arrays.stream(velocity).map(Math::abs).max().orElseThrow())
                    .isGreaterThan(1e-4);
        }
    }

    private static double[] momentum(Simulation simulation) {
        double[][] u = simulation.snapshot(List.of(new Velocity())).velocityMPerS();
        double[] oil = density(simulation, "oil");
        double[] water = density(simulation, "water");
        double[] momentum = new double[2];
        for (int n = 0; n < oil.length; n++) {
            for (int axis = 0; axis < 2; axis++) {
                momentum[axis] += (oil[n] + water[n]) * u[axis][n];
            }
        }
        return momentum;
    }

    /// The linear potential: components of equal densities separate above G = 2 / density, here 1.
    @Test
    void components_separate_above_the_critical_coupling_and_mix_below() {
        assertThat(contrastAfter(600, 0.8)).isLessThan(1e-3);
        assertThat(contrastAfter(600, 1.6)).isGreaterThan(1);
    }

    private static double contrastAfter(int steps, double coupling) {
        try (Simulation mixture = open(waves(Potential.LINEAR, coupling).build())) {
            mixture.step(steps);
            double[] oil = density(mixture, "oil");
            return Arrays.stream(oil).max().orElseThrow()
                    - Arrays.stream(oil).min().orElseThrow();
        }
    }

    /// `p = (rho_A + rho_B) / 3 + G / 3 psi_A psi_B`, gauge at density 1.
    @Test
    void the_pressure_is_that_of_the_mixture() {
        try (Simulation mixture = open(waves(Potential.LINEAR, 0.9).build())) {
            double[] oil = density(mixture, "oil");
            double[] water = density(mixture, "water");
            double[] pressure = mixture.snapshot(List.of(new Pressure()))
                    .field(new Pressure())
                    .values()[0];
            for (int n = 0; n < oil.length; n++) {
                double expected = (oil[n] + water[n] + 0.9 * oil[n] * water[n] - 1) / 3;
                assertThat(pressure[n]).isCloseTo(expected, within(1e-13));
            }
        }
    }

    static Stream<Arguments> storages() {
        return Patterns.all().stream()
                .flatMap(pattern -> Addressings.all().stream()
                        .filter(addressing -> addressing.unfitFor(pattern) == null)
                        .map(addressing -> Arguments.of(pattern, addressing)));
    }

    /// In a closed box with an obstacle, driven by a force.
    private static CaseBuilder obstructed() {
        Side wall = Side.wall("wall");
        return waves(Potential.CLASSIC, 2)
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, wall))
                        .obstacle("block", Cuboid.rectangle(3, 3, 7, 7)))
                .accelerationMPerS2(1e-4, 0, 0);
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
        for (UnaryOperator<CaseBuilder> change : List.<UnaryOperator<CaseBuilder>>of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.collision(new Trt()))) {
            assertThat(velocityOn(device, change)).isDeepEqualTo(velocityOn("cpu:interpreter", change));
        }
    }

    private static double[][] velocityOn(String device, UnaryOperator<CaseBuilder> change) {
        try (Simulation mixture = Simulation.open(change.apply(obstructed()).build(), devices.byKey(device), pool)) {
            mixture.step(7);
            return mixture.snapshot(List.of(new Velocity())).velocityMPerS();
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

    private static double[][] velocityIn(StorageChoice storage, String device) {
        Case theCase = obstructed().build();
        var nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        try (Simulation mixture = Simulation.open(theCase, nodes, devices.byKey(device), storage, pool)) {
            mixture.step(7);
            return mixture.snapshot(List.of(new Velocity())).velocityMPerS();
        }
    }

    @Test
    void a_checkpoint_continues_bit_for_bit_and_is_refused_with_another_coupling() throws IOException {
        Path file;
        double[] expected;
        try (Simulation first = open(obstructed().build())) {
            first.step(3);
            Checkpoints checkpoints = new Checkpoints(temp, 1);
            checkpoints.write(first, List.of());
            file = checkpoints.last().orElseThrow();
            first.step(4);
            expected = density(first, "oil");
        }
        for (String device : List.of("cpu:interpreter", "cpu:jvm")) {
            try (Simulation second = Simulation.open(obstructed().build(), devices.byKey(device), pool)) {
                second.restore(file);
                second.step(4);
                assertThat(density(second, "oil")).as(device).isEqualTo(expected);
            }
        }
        try (Simulation other = open(waves(Potential.CLASSIC, 2).build())) {
            assertThatThrownBy(() -> other.restore(file)).isInstanceOf(CaseException.class);
            assertThatThrownBy(() -> other.startFrom(file)).isInstanceOf(CaseException.class);
        }
    }

    @Test
    void a_run_reports_velocities_and_no_forces_on_walls() throws IOException {
        try (Simulation mixture = open(obstructed().build())) {
            var run = new Run(
                    mixture,
                    List.of(),
                    (step, time, residual, observables) -> {},
                    Checkpoints.none(),
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            assertThat(run.toTheEnd().observables().stream().map(Observable::name))
                    .contains("velocity.maximum")
                    .noneMatch(name -> name.contains("force") || name.contains("permeability"));
        }
    }

    static Stream<Arguments> refused() {
        Side wall = Side.wall("wall");
        Domain channel = Domain.of2d(SIZE, SIZE, Side.opening("inlet"), Side.opening("outlet"), wall, wall);
        return Stream.of(
                Arguments.of(refusing(c -> c.collision(new Mrt())), "model.collision: mrt"),
                Arguments.of(
                        refusing(c -> c.geometry(ShapeSource.in(channel))
                                .boundary("inlet", Boundaries.pressure("1 Pa"))
                                .boundary("outlet", Boundaries.pressure("0 Pa"))),
                        "mixtures flow between resting walls"),
                Arguments.of(refusing(c -> c.precision(Precision.FP32_FP16)), "model.precision: fp32/fp16"),
                Arguments.of(refusing(c -> c.precision(Precision.FP32_DEVIATIONS)), "model.precision: fp32-deviations"),
                Arguments.of(
                        refusing(c -> c.initial(new Case.Initial(Case.Initial.REST.velocityMPerS(), Value.of(1)))),
                        "initial.pressure"));
    }

    private static UnaryOperator<CaseBuilder> refusing(UnaryOperator<CaseBuilder> change) {
        return change;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_a_mixture_cannot_do_is_refused(UnaryOperator<CaseBuilder> change, String message) {
        Case theCase = change.apply(waves(Potential.LINEAR, 1)).build();
        assertThatThrownBy(() -> open(theCase))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(message);
    }

    @Test
    void components_and_couplings_that_do_not_fit_are_refused() {
        List<String> two = List.of("oil", "water");
        assertThatThrownBy(() -> new ShanChen(List.of("oil", "oil"), Potential.LINEAR, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ShanChen(two, Potential.LINEAR, List.of(new Coupling("oil", "air", 1))))
                .hasMessageContaining("oil-air");
        assertThatThrownBy(() -> new ShanChen(
                        two,
                        Potential.LINEAR,
                        List.of(new Coupling("oil", "water", 1), new Coupling("water", "oil", 2))))
                .hasMessageContaining("given twice");
        assertThatThrownBy(() -> new ShanChen(List.of("a-b"), Potential.LINEAR, List.of()))
                .hasMessageContaining("letters and digits");
    }
}
