package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.OrderParameter;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
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

/// Free-energy mixtures as cases, in lattice units: spacing 1 m, step 1 s, density 1 kg/m³.
final class FreeEnergyTest {
    private static final int SIZE = 12;
    private static final double TENSION = 0.02;
    private static final double WIDTH = 1.5;
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

    private static FreeEnergy mixture(double angleDegrees) {
        return new FreeEnergy(
                List.of("oil", "water"), TENSION, WIDTH, OptionalDouble.empty(), Math.toRadians(angleDegrees));
    }

    private static CaseBuilder lattice(Domain domain, FreeEnergy mixture, Value oil, Value water) {
        return Case.named("waves")
                .geometry(ShapeSource.in(domain))
                .spacingM(1)
                .fluid(1, 0.1)
                .mixture(mixture, List.of(new Case.Component("oil", 0.2, oil), new Case.Component("water", 0.1, water)))
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1);
    }

    /// A periodic square in which both components vary.
    private static CaseBuilder waves() {
        Side around = Side.periodic();
        return lattice(
                Domain.of2d(SIZE, SIZE, around, around, around, around), mixture(60), wave(0.5, 0.5), wave(0.5, -0.4));
    }

    private static CaseBuilder waves3d() {
        Side around = Side.periodic();
        Domain box = Domain.enclosed(new Vec(SIZE, SIZE, 6), around);
        return lattice(box, mixture(60), wave(0.5, 0.5), wave(0.5, -0.4)).lattice(Lattices.D3Q19);
    }

    private static Value wave(double mean, double amplitude) {
        return Value.varying(at -> at.number(mean)
                .plus(at.number(amplitude)
                        .times(at.x().minus(at.number(5.5)).times(at.y()))
                        .times(at.number(1.0 / 72))));
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool);
    }

    private static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    private static double[] order(Simulation simulation) {
        var field = new OrderParameter();
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    private static double[] momentum(Simulation simulation) {
        double[][] u = simulation.snapshot(List.of(new Velocity())).velocityMPerS();
        double[] oil = density(simulation, "oil");
        double[] water = density(simulation, "water");
        double[] momentum = new double[u.length];
        for (int n = 0; n < oil.length; n++) {
            for (int axis = 0; axis < u.length; axis++) {
                momentum[axis] += (oil[n] + water[n]) * u[axis][n];
            }
        }
        return momentum;
    }

    static Stream<CaseBuilder> periodic() {
        return Stream.of(waves(), waves().collision(new Trt()), waves3d());
    }

    @ParameterizedTest
    @MethodSource("periodic")
    void mass_order_parameter_and_momentum_are_conserved(CaseBuilder waves) {
        try (Simulation mixture = open(waves.build())) {
            double mass = sum(density(mixture, "oil")) + sum(density(mixture, "water"));
            double order = sum(order(mixture));
            double[] before = momentum(mixture);
            mixture.step(30);
            assertThat(sum(density(mixture, "oil")) + sum(density(mixture, "water")))
                    .isCloseTo(mass, within(1e-11));
            assertThat(sum(order(mixture))).isCloseTo(order, within(1e-11));
            assertThat(momentum(mixture)).containsExactly(before, within(1e-11));
            double[] velocity = mixture.snapshot(List.of(new Velocity())).velocityMPerS()[0];
            assertThat(Arrays.stream(velocity).map(Math::abs).max().orElseThrow())
                    .isGreaterThan(1e-4);
        }
    }

    /// Between resting walls mass and order parameter are kept too.
    @Test
    void walls_keep_mass_and_order_parameter() {
        try (Simulation mixture = open(obstructed().build())) {
            double mass = sum(density(mixture, "oil")) + sum(density(mixture, "water"));
            double order = sum(order(mixture));
            mixture.step(30);
            assertThat(sum(density(mixture, "oil")) + sum(density(mixture, "water")))
                    .isCloseTo(mass, within(1e-11));
            assertThat(sum(order(mixture))).isCloseTo(order, within(1e-11));
        }
    }

    /// Two layers of equal thickness in a channel, periodic along it.
    private static CaseBuilder layers(int nodes, double width, double angleDegrees) {
        Domain channel = Domain.of2d(3, nodes, Side.periodic(), Side.periodic(), Side.wall("floor"), Side.wall("top"));
        var mixture = new FreeEnergy(
                List.of("oil", "water"), TENSION, width, OptionalDouble.empty(), Math.toRadians(angleDegrees));
        return lattice(channel, mixture, layer(nodes, -1), layer(nodes, 1));
    }

    private static Value layer(int nodes, int sign) {
        return Value.varying(at ->
                at.number(0.5).plus(at.number(0.5 * sign).times(at.tanh(at.y().minus(at.number(0.5 * nodes))))));
    }

    @Test
    void a_flat_interface_is_a_hyperbolic_tangent() {
        int nodes = 32;
        double width = 2.5;
        try (Simulation mixture = open(layers(nodes, width, 90).build())) {
            mixture.step(4000);
            double[] phi = order(mixture);
            var map = mixture.nodes();
            for (int y = 0; y < nodes; y++) {
                double value = phi[(int) map.fluid().number(map.box().index(1, y, 0))];
                double expected = -Math.tanh((y + 0.5 - 0.5 * nodes) / width);
                assertThat(value).as("y = %d", y).isCloseTo(expected, within(0.02));
            }
            var pressure = mixture.snapshot(List.of(new Pressure())).field(new Pressure());
            double[] pa = pressure.values()[0];
            assertThat(pa[0]).isCloseTo(pa[pa.length - 1], within(1e-3 * TENSION));
        }
    }

    /// A wall that the first component wets has an order parameter above that of the component.
    @Test
    void walls_attract_the_component_with_the_smaller_contact_angle() {
        assertThat(atFloor(60)).isGreaterThan(1 + 0.05);
        assertThat(atFloor(90)).isCloseTo(1, within(0.01));
        assertThat(atFloor(120)).isLessThan(1 - 0.05);
    }

    private static double atFloor(double angleDegrees) {
        try (Simulation mixture = open(layers(24, 1.5, angleDegrees).build())) {
            mixture.step(600);
            return order(mixture)[1];
        }
    }

    /// In a closed cube, with edges and corners, on every device for CPUs.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter", "cpu:jvm"})
    void walls_across_all_axes_act_alike(String device) {
        int size = 8;
        Case theCase = lattice(
                        Domain.enclosed(new Vec(size, size, size), Side.wall("wall")),
                        mixture(60),
                        Value.of(0.6),
                        Value.of(0.4))
                .lattice(Lattices.D3Q19)
                .build();
        try (Simulation mixture = Simulation.open(theCase, devices.byKey(device), pool)) {
            double before = sum(order(mixture));
            mixture.step(20);
            double[] phi = order(mixture);
            assertThat(sum(phi)).isCloseTo(before, within(1e-11));
            var map = mixture.nodes();
            for (int z = 0; z < size; z++) {
                for (int y = 0; y < size; y++) {
                    for (int x = 0; x < size; x++) {
                        double here = phi[(int) map.fluid().number(map.box().index(x, y, z))];
                        double turned = phi[(int) map.fluid().number(map.box().index(y, z, x))];
                        double mirrored = phi[(int) map.fluid().number(map.box().index(size - 1 - x, y, z))];
                        assertThat(turned).isCloseTo(here, within(1e-12));
                        assertThat(mirrored).isCloseTo(here, within(1e-12));
                    }
                }
            }
            assertThat(phi[0]).isGreaterThan(0.2 + 0.05);
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
        return waves().geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, wall))
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
    void a_checkpoint_continues_bit_for_bit_and_is_refused_with_another_contact_angle() throws IOException {
        Path file;
        double[] expected;
        try (Simulation first = open(obstructed().build())) {
            first.step(3);
            Checkpoints checkpoints = new Checkpoints(temp, 1);
            checkpoints.write(first, List.of());
            file = checkpoints.last().orElseThrow();
            first.step(4);
            expected = order(first);
        }
        for (String device : List.of("cpu:interpreter", "cpu:jvm")) {
            try (Simulation second = Simulation.open(obstructed().build(), devices.byKey(device), pool)) {
                second.restore(file);
                second.step(4);
                assertThat(order(second)).as(device).isEqualTo(expected);
            }
        }
        Case other = obstructed()
                .mixture(mixture(70), obstructed().build().fluid().components())
                .build();
        try (Simulation simulation = open(other)) {
            assertThatThrownBy(() -> simulation.restore(file)).isInstanceOf(CaseException.class);
            assertThatThrownBy(() -> simulation.startFrom(file)).isInstanceOf(CaseException.class);
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
                Arguments.of(refusing(c -> with(c, TENSION, 0.8, OptionalDouble.empty())), "model.interface-width"),
                Arguments.of(refusing(c -> with(c, 0.3, 1.5, OptionalDouble.empty())), "model.surface-tension"),
                Arguments.of(refusing(c -> with(c, TENSION, 2, OptionalDouble.of(0.1))), "model.diffusivity"),
                Arguments.of(
                        refusing(c -> c.initial(new Case.Initial(Case.Initial.REST.velocityMPerS(), Value.of(1)))),
                        "initial.pressure"));
    }

    private static CaseBuilder with(CaseBuilder theCase, double tension, double width, OptionalDouble diffusivity) {
        var mixture = new FreeEnergy(List.of("oil", "water"), tension, width, diffusivity, 1);
        return theCase.mixture(mixture, waves().build().fluid().components());
    }

    private static UnaryOperator<CaseBuilder> refusing(UnaryOperator<CaseBuilder> change) {
        return change;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_a_mixture_cannot_do_is_refused(UnaryOperator<CaseBuilder> change, String message) {
        Case theCase = change.apply(waves()).build();
        assertThatThrownBy(() -> open(theCase))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"D3Q15", "D3Q27"})
    void other_lattices_are_refused(String name) {
        VelocitySet lattice = Lattices.byKey(name);
        Case theCase = waves3d().lattice(lattice).build();
        assertThatThrownBy(() -> open(theCase))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("model.lattice")
                .hasMessageContaining("Use D3Q19");
    }

    @Test
    void numbers_that_do_not_fit_are_refused() {
        assertThatThrownBy(() -> new FreeEnergy(List.of("oil"), 1, 1, OptionalDouble.empty(), 1))
                .hasMessageContaining("two components");
        assertThatThrownBy(() -> new FreeEnergy(List.of("a", "b", "c"), 1, 1, OptionalDouble.empty(), 1))
                .hasMessageContaining("two components, not 3");
        assertThatThrownBy(() -> new FreeEnergy(List.of("a", "b"), 0, 1, OptionalDouble.empty(), 1))
                .hasMessageContaining("surface tension");
        assertThatThrownBy(() -> new FreeEnergy(List.of("a", "b"), 1, 1, OptionalDouble.empty(), 4))
                .hasMessageContaining("contact angle");
    }

    /// `cos(theta) = ((1 + Omega)^(3/2) - (1 - Omega)^(3/2)) / 2`
    @ParameterizedTest
    @ValueSource(doubles = {1, 30, 60, 90, 120, 150, 179})
    void the_wetting_potential_gives_the_contact_angle(double degrees) {
        double omega = mixture(degrees).wettingPotential();
        double cosine = 0.5 * (Math.pow(1 + omega, 1.5) - Math.pow(1 - omega, 1.5));
        assertThat(cosine).isCloseTo(Math.cos(Math.toRadians(degrees)), within(1e-9));
    }
}
