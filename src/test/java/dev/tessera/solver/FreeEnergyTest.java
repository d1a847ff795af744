package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
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
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Free-energy mixtures as cases, in lattice units: spacing 1 m, step 1 s, density 1 kg/m³.
final class FreeEnergyTest extends MixtureKit {
    private static final double TENSION = 0.02;
    private static final double WIDTH = 1.5;

    static FreeEnergy mixture(double angleDegrees) {
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
    static CaseBuilder waves() {
        Side around = Side.periodic();
        return lattice(
                Domain.of2d(SIZE, SIZE, around, around, around, around), mixture(60), wave(0.5, 0.5), wave(0.5, -0.4));
    }

    static CaseBuilder waves3d() {
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

    private static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    static double[] order(Simulation simulation) {
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
        return Stream.of(
                waves(),
                waves().collision(new Trt()),
                waves().collision(new Mrt()),
                waves3d(),
                waves3d().collision(new Mrt()));
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

    /// A force of the order parameter pulls the components apart: the momentum grows by the sum of `rho g phi`.
    @Test
    void a_force_of_the_order_parameter_acts_on_the_components_apart() {
        double g = 1e-4;
        Value weight = Value.varying(at -> at.number(g).times(at.orderParameter()));
        Case theCase = waves().drive(new Case.Drive(List.of(Value.ZERO, weight, Value.ZERO)))
                .build();
        try (Simulation mixture = open(theCase)) {
            mixture.step(10);
            double before = momentum(mixture)[1];
            mixture.step(1);
            double[] oil = density(mixture, "oil");
            double[] water = density(mixture, "water");
            double[] phi = order(mixture);
            double force = 0;
            for (int n = 0; n < phi.length; n++) {
                force += g * (oil[n] + water[n]) * phi[n];
            }
            double after = momentum(mixture)[1];
            assertThat(Math.abs(force)).isGreaterThan(1e-4);
            assertThat(after - before).isCloseTo(force, within(1e-2 * Math.abs(force)));
        }
        try (Simulation reference = open(theCase);
                Simulation mixture = openOn(theCase, "cpu:jvm")) {
            reference.step(7);
            mixture.step(7);
            assertThat(order(mixture)).isEqualTo(order(reference));
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
        try (Simulation mixture = openOn(theCase, device)) {
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

    @Override
    CaseBuilder mixed() {
        return waves();
    }

    /// With another contact angle.
    @Override
    Case other() {
        return obstructed()
                .mixture(mixture(70), obstructed().build().fluid().components())
                .build();
    }

    @Override
    double[] state(Simulation simulation) {
        return order(simulation);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(refusing(c -> with(c, TENSION, 0.8, OptionalDouble.empty())), "model.interface-width"),
                Arguments.of(refusing(c -> with(c, 0.3, 1.5, OptionalDouble.empty())), "model.surface-tension"),
                Arguments.of(refusing(c -> with(c, TENSION, 2, OptionalDouble.of(0.1))), "model.diffusivity"));
    }

    private static CaseBuilder with(CaseBuilder theCase, double tension, double width, OptionalDouble diffusivity) {
        var mixture = new FreeEnergy(List.of("oil", "water"), tension, width, diffusivity, 1);
        return theCase.mixture(mixture, waves().build().fluid().components());
    }

    @ParameterizedTest
    @MethodSource("refused")
    void numbers_that_the_lattice_cannot_resolve_are_refused(UnaryOperator<CaseBuilder> change, String message) {
        requireRefused(change.apply(waves()).build(), message);
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
