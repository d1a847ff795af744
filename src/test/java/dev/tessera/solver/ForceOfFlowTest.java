package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.expr.Expr;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.field.Velocity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Body forces that depend on the flow at their node, in lattice units: spacing 1 m, step 1 s, density 1 kg/m³.
final class ForceOfFlowTest extends FluidKit {
    private static final double FRICTION = 0.02;
    private static final double DRIVE = 1e-4;

    private static Value value(Function<Value.Somewhere, Expr> formula) {
        return Value.varying(formula);
    }

    private static Value friction(int axis, double coefficient) {
        return value(at -> at.number(-coefficient).times(at.u(axis)));
    }

    private static Value drivenFriction() {
        return value(at -> at.number(DRIVE).minus(at.number(FRICTION).times(at.u(0))));
    }

    private static CaseBuilder square(Side alongX, Side alongY, Value... acceleration) {
        List<Value> three = new ArrayList<>(List.of(acceleration));
        while (three.size() < 3) {
            three.add(Value.ZERO);
        }
        return Case.named("square")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, alongX, alongX, alongY, alongY)))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .equilibrium(new QuasiCompressible())
                .drive(new Case.Drive(three))
                .timeStepS(1)
                .atMostSteps(1);
    }

    /// With a force of place, time, velocity and density, beside a lid that moves and an obstacle.
    @Override
    CaseBuilder obstructed() {
        Value along = value(at -> at.number(1e-3)
                .times(at.sin(at.number(0.5).times(at.y())))
                .times(at.sin(at.number(0.3).times(at.t())))
                .minus(at.number(0.1)
                        .times(at.sin(at.number(0.2).times(at.x())))
                        .times(at.u(0)))
                .plus(at.number(0.01)
                        .times(at.max(at.u(1), at.number(0)))
                        .times(at.sin(at.x().plus(at.t())))));
        Value across = value(at -> at.number(1e-3).times(at.density().minus(at.number(1))));
        Side wall = Side.wall("wall");
        Domain domain = Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, Side.wall("lid"));
        return square(wall, wall, along, across)
                .geometry(ShapeSource.in(domain).obstacle("block", Cuboid.rectangle(3, 3, 7, 7)))
                .boundary("lid", new MovingWall(List.of(Value.of(0.05), Value.ZERO, Value.ZERO)));
    }

    @Override
    Case other() {
        return obstructed()
                .drive(new Case.Drive(List.of(drivenFriction(), Value.ZERO, Value.ZERO)))
                .build();
    }

    @Override
    double[] state(Simulation simulation) {
        return simulation.snapshot(List.of(new Velocity())).velocityMPerS()[0];
    }

    @Override
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(
                theCase -> theCase,
                theCase -> theCase.precision(Precision.FP32),
                theCase -> theCase.collision(new Trt()));
    }

    /// `du/dt = g - k u` by Heun's method: `u - g / k` falls by `1 - k + k² / 2` in a step. The velocity of results is
    /// that with half of the force.
    @ParameterizedTest
    @EnumSource(Forcing.class)
    void linear_friction_leads_to_the_drive_over_the_friction(Forcing forcing) {
        Case theCase = square(Side.periodic(), Side.periodic())
                .drive(new Case.Drive(
                        List.of(drivenFriction(), friction(1, FRICTION), Value.ZERO), Optional.of(forcing)))
                .build();
        try (Simulation flow = open(theCase)) {
            double last = DRIVE / FRICTION;
            double factor = 1 - FRICTION + FRICTION * FRICTION / 2;
            double before = last - state(flow)[7];
            flow.step(50);
            assertThat(last - state(flow)[7]).isCloseTo(before * Math.pow(factor, 50), within(1e-14));
            flow.step(1500);
            assertThat(state(flow)[7]).isCloseTo(last, within(1e-13));
        }
    }

    /// `nu u'' - k u + A sin(K y) = 0`: `u = A sin(K y) / (nu K² + k)`.
    @Test
    void a_sine_force_against_viscosity_and_friction_gives_the_exact_amplitude() {
        double wave = 2 * Math.PI / SIZE;
        Value force = value(at -> at.number(DRIVE)
                .times(at.sin(at.number(wave).times(at.y())))
                .minus(at.number(FRICTION).times(at.u(0))));
        Case theCase = square(Side.periodic(), Side.periodic(), force, friction(1, FRICTION))
                .build();
        try (Simulation flow = open(theCase)) {
            flow.step(1500);
            double[] u = state(flow);
            double largest = DRIVE / (0.1 * wave * wave + FRICTION);
            for (int y = 0; y < SIZE; y++) {
                assertThat(u[y * SIZE]).isCloseTo(largest * Math.sin(wave * (y + 0.5)), within(0.02 * largest));
            }
        }
    }

    /// The weight of an ideal gas: `c_s² drho/dy = -rho g`, so that the density falls exponentially.
    @Test
    void a_gas_under_its_weight_is_thinner_above() {
        double g = 0.01;
        Value weight = value(at -> at.number(-g).times(at.density()));
        Case theCase =
                square(Side.periodic(), Side.wall("wall"), Value.ZERO, weight).build();
        try (Simulation flow = open(theCase)) {
            flow.step(6000);
            double[] density = flow.sample(List.of("density"))[0];
            double expected = Math.exp(-3 * g * (SIZE - 1));
            double found = density[(SIZE - 1) * SIZE] / density[0];
            assertThat(found).isCloseTo(expected, within(1e-3));
            assertThat(flow.sample(List.of("speed"))[0][SIZE]).isLessThan(1e-4);
        }
    }

    /// Darcy's law: at the speed U the friction k needs a pressure that falls by `rho k U` per length. The inlet and
    /// the outlet have rules of their own, at which the force acts too.
    @Test
    void friction_between_openings_makes_the_pressure_fall_linearly() {
        CaseFile file = CaseFile.parse("plug.yaml", """
                        tessera: 1
                        constants: {k: 0.02 1/s}
                        geometry: {box: [24 m, 5 m], spacing: 1 m}
                        sides: {x-min: inlet, x-max: outlet, y-min: low, y-max: high}
                        fluid: {density: 1 kg/m3, viscosity: 0.1 m2/s}
                        model: {lattice: D2Q9}
                        boundaries: {low: {scheme: symmetry}, high: {scheme: symmetry}, inlet: {mean-velocity: 0.01 m/s, profile: plug}, outlet: {pressure: 0 Pa}}
                        drive: {acceleration: [{expression: "-k*u_x", unit: m/s2}, 0 m/s2]}
                        time: {time-step: 1 s, stop: {steps: 4000}}
                        """, Path.of("/"), List.of());
        try (Simulation flow = open(file.theCase())) {
            flow.step(6000);
            double[] pressure = flow.snapshot().pressurePa();
            double[] u = state(flow);
            var box = flow.nodes().box();
            for (int x = 0; x < box.nx() - 1; x++) {
                int node = (int) flow.nodes().fluid().number(box.index(x, 2, 0));
                assertThat(u[node]).as("at %d", x).isCloseTo(0.01, within(2e-4));
                assertThat(pressure[node] - pressure[node + 1])
                        .as("at %d", x)
                        .isCloseTo(FRICTION * 0.01, within(0.02 * FRICTION * 0.01));
            }
        }
    }

    @Test
    void what_the_flow_does_not_have_is_refused() {
        Side around = Side.periodic();
        requireRefused(square(around, around, friction(2, 1)).build(), "a plane flow has no velocity u_z");
        requireRefused(
                square(around, around, value(Value.Somewhere::orderParameter)).build(),
                "only a mixture with model.mixture: free-energy has an order parameter phi");
        requireRefused(
                square(around, Side.symmetry("mirror"), Value.ZERO, friction(1, 1))
                        .build(),
                "across the symmetry side");
    }
}
