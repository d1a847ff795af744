package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.field.Velocity;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Forces on single components of a Shan–Chen mixture, and forces by the exact difference.
final class DrivenComponentsTest extends MixtureKit {
    private static final double G = 1e-4;
    private static final List<Value> NONE = Case.Drive.NONE.accelerationMPerS2();

    private static Case.Drive drive(Forcing forcing, Value along) {
        return new Case.Drive(List.of(along, Value.ZERO, Value.ZERO), Optional.of(forcing));
    }

    private static CaseBuilder driven(CaseBuilder theCase, List<Value> onOil, List<Value> onWater) {
        Case built = theCase.build();
        List<Case.Component> both = built.fluid().components();
        return theCase.mixture(
                built.model().mixture().orElseThrow(), List.of(with(both.get(0), onOil), with(both.get(1), onWater)));
    }

    private static Case.Component with(Case.Component of, List<Value> acceleration) {
        return new Case.Component(of.name(), of.viscosityM2PerS(), of.densityKgPerM3(), acceleration);
    }

    /// Oil by a force of place, time, velocity and density, water by a uniform one.
    @Override
    CaseBuilder mixed() {
        Value along = Value.varying(at -> at.number(10 * G)
                .times(at.sin(at.number(0.5).times(at.y())))
                .times(at.sin(at.number(0.3).times(at.t())))
                .minus(at.number(0.1).times(at.u(0))));
        Value across = Value.varying(at -> at.number(G).times(at.density()).times(at.x()));
        return driven(
                MixtureTest.waves(Potentials.CLASSIC, 2),
                List.of(along, across, Value.ZERO),
                List.of(Value.of(-G), Value.ZERO, Value.ZERO));
    }

    @Override
    Case.Drive drive() {
        return drive(Forcing.EXACT_DIFFERENCE, Value.of(G));
    }

    @Override
    Case other() {
        return driven(obstructed(), NONE, NONE).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return MixtureTest.density(simulation, "oil");
    }

    @Override
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.collision(new Trt()),
                theCase -> theCase.drive(drive(Forcing.GUO, Value.of(G))));
    }

    /// The forces between the components add nothing to the momentum.
    @ParameterizedTest
    @EnumSource(Forcing.class)
    void momentum_grows_by_the_mass_of_the_driven_component(Forcing forcing) {
        CaseBuilder waves = MixtureTest.waves(Potentials.CLASSIC, 1.5).drive(drive(forcing, Value.ZERO));
        // expressions: without a wall that resists, constant forces are refused
        List<Value> force =
                List.of(Value.varying(at -> at.number(G)), Value.varying(at -> at.number(-2 * G)), Value.ZERO);
        Case theCase = driven(waves, force, NONE).build();
        try (Simulation mixture = open(theCase)) {
            double oil = MixtureTest.sum(MixtureTest.density(mixture, "oil"));
            double water = MixtureTest.sum(MixtureTest.density(mixture, "water"));
            double[] before = MixtureTest.momentum(mixture);
            int steps = 40;
            mixture.step(steps);
            double[] after = MixtureTest.momentum(mixture);
            assertThat(after[0] - before[0]).isCloseTo(steps * G * oil, within(1e-11));
            assertThat(after[1] - before[1]).isCloseTo(-2 * steps * G * oil, within(1e-11));
            assertThat(MixtureTest.sum(MixtureTest.density(mixture, "oil"))).isCloseTo(oil, within(1e-11));
            assertThat(MixtureTest.sum(MixtureTest.density(mixture, "water"))).isCloseTo(water, within(1e-11));
        }
    }

    /// Components of one viscosity that do not act on each other: the flow is that of a single fluid between plates
    /// under the mean force.
    @ParameterizedTest
    @EnumSource(Forcing.class)
    void a_channel_of_equal_components_has_the_parabola_of_the_mean_force(Forcing forcing) {
        double oil = 0.3;
        double water = 0.7;
        double viscosity = 0.2;
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        var mixture = new ShanChen(List.of("oil", "water"), Potentials.LINEAR, List.of());
        Case theCase = MixtureTest.waves(Potentials.LINEAR, 0)
                .geometry(ShapeSource.in(Domain.of2d(3, SIZE, open, open, wall, wall)))
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(
                                        "oil",
                                        viscosity,
                                        Value.of(oil),
                                        List.of(Value.of(1e-6), Value.ZERO, Value.ZERO)),
                                new Case.Component("water", viscosity, Value.of(water))))
                .collision(new Trt())
                .drive(drive(forcing, Value.ZERO))
                .build();
        try (Simulation flow = openOn(theCase, "cpu:jvm")) {
            flow.step(6000);
            double[] velocity = flow.snapshot(List.of(new Velocity())).velocityMPerS()[0];
            double mean = 1e-6 * oil / (oil + water);
            for (int y = 0; y < SIZE; y++) {
                double expected = mean / (2 * viscosity) * (y + 0.5) * (SIZE - y - 0.5);
                int node = (int) flow.nodes().fluid().number(flow.nodes().box().index(1, y, 0));
                assertThat(velocity[node]).as("y = %d", y).isCloseTo(expected, within(1e-6 * expected));
            }
        }
    }

    /// Forces twice as strong make the difference between both schemes four times as large.
    @ParameterizedTest
    @ValueSource(strings = {"drive", "coupling"})
    void schemes_of_forces_differ_by_the_square_of_the_force(String what) {
        double once = difference(what, 1);
        double twice = difference(what, 2);
        assertThat(once).isGreaterThan(1e-9);
        assertThat(twice / once).isBetween(3.6, 4.4);
    }

    private static double difference(String what, int times) {
        double[] guo = afterForces(what, times, Forcing.GUO);
        double[] exact = afterForces(what, times, Forcing.EXACT_DIFFERENCE);
        double largest = 0;
        for (int n = 0; n < guo.length; n++) {
            largest = Math.max(largest, Math.abs(guo[n] - exact[n]));
        }
        return largest;
    }

    private static double[] afterForces(String what, int times, Forcing forcing) {
        boolean isDrive = what.equals("drive");
        Value along = Value.varying(at -> at.number(isDrive ? times * 1e-3 : 0)
                .times(at.sin(at.number(0.5).times(at.x()))));
        CaseBuilder waves = MixtureTest.waves(Potentials.LINEAR, isDrive ? 0 : 0.05 * times)
                .collision(new Bgk())
                .drive(drive(forcing, along));
        try (Simulation mixture = open(waves.build())) {
            mixture.step(8);
            return MixtureTest.density(mixture, "oil");
        }
    }

    @Test
    void a_component_without_density_feels_no_force() {
        Side around = Side.periodic();
        var mixture =
                new ShanChen(List.of("oil", "water"), Potentials.LINEAR, List.of(new Coupling("oil", "water", 1)));
        Case theCase = MixtureTest.waves(Potentials.LINEAR, 1)
                .geometry(ShapeSource.in(Domain.of2d(4, 4, around, around, around, around)))
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component("oil", 0.1, Value.of(1)),
                                new Case.Component("water", 0.1, Value.ZERO)))
                .drive(drive(Forcing.EXACT_DIFFERENCE, Value.ZERO))
                .build();
        try (Simulation flow = open(theCase)) {
            flow.step(5);
            double[] water = MixtureTest.density(flow, "water");
            assertThat(Arrays.stream(water).map(Math::abs).max().orElseThrow()).isZero();
            assertThat(Arrays.stream(MixtureTest.density(flow, "oil")))
                    .allMatch(density -> Math.abs(density - 1) < 1e-14);
        }
    }

    @Test
    void forces_of_what_a_mixture_lacks_are_refused() {
        Value ofOrder = Value.varying(at -> at.orderParameter());
        requireRefused(
                driven(MixtureTest.waves(Potentials.LINEAR, 1), List.of(ofOrder, Value.ZERO, Value.ZERO), NONE)
                        .build(),
                "fluid.components.oil.acceleration: only a mixture with model.mixture: free-energy");
        requireRefused(
                driven(FreeEnergyTest.waves(), NONE, List.of(Value.of(1), Value.ZERO, Value.ZERO))
                        .build(),
                "fluid.components.water.acceleration: the components of a free-energy mixture have one momentum");
    }
}
