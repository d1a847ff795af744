package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.WallTraction;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Observables of channel flows that TRT with the magic parameter 3/16 solves exactly: the tolerance is rounding.
final class ChannelObservablesTest {
    private static final int HEIGHT = 8; // nodes
    private static final double DX_M = 0.5;
    private static final double DENSITY = 3;
    private static final double NU = 0.7; // m²/s
    private static final double DRIVE = 2e-3; // m/s²
    private static final ForkJoinPool POOL = new ForkJoinPool(1);

    private static Devices devices;

    @BeforeAll
    static void start() {
        devices = Devices.on(POOL);
    }

    @AfterAll
    static void stop() {
        POOL.close();
    }

    /// A channel along `axis`, two nodes long.
    private static Case channel(int axis, boolean moving, double relaxationTime) {
        Side open = Side.periodic();
        Side low = Side.wall("low");
        Side high = Side.wall("high");
        double width = HEIGHT * DX_M;
        double length = 2 * DX_M;
        Domain domain = axis == 0
                ? Domain.of(new Vec(length, width, length), open, open, low, high, open, open)
                : Domain.of(new Vec(width, length, length), low, high, open, open, open, open);
        var draft = Case.named("channel")
                .geometry(ShapeSource.in(domain))
                .spacingM(DX_M)
                .fluid(DENSITY, NU)
                .lattice(Lattices.D3Q19)
                .collision(new Trt())
                .referenceLengthM(width)
                .atMostSteps(1);
        if (moving) {
            List<Value> lid = List.of(Value.of(axis == 0 ? 0.01 : 0), Value.of(axis == 1 ? 0.01 : 0), Value.ZERO);
            return draft.boundary("high", new MovingWall(lid))
                    .relaxationTime(relaxationTime)
                    .build();
        }
        return draft.accelerationMPerS2(axis == 0 ? DRIVE : 0, axis == 1 ? DRIVE : 0, 0)
                .relaxationTime(relaxationTime)
                .build();
    }

    private static Simulation steady(Case theCase) {
        Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), POOL);
        simulation.step(3000);
        return simulation;
    }

    private static double value(Simulation simulation, String name) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    /// Each wall carries half of the driving force: the stress is linear, so that extrapolation to the wall is
    /// exact; without the contribution of the force to the stress it would not be.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void each_wall_of_a_driven_channel_carries_half_of_the_driving_force(int axis) {
        for (double relaxationTime : new double[] {0.8, 1.3}) {
            try (Simulation simulation = steady(channel(axis, false, relaxationTime))) {
                double expected = DENSITY * DRIVE * HEIGHT * DX_M / 2;
                assertStress(simulation, axis, expected, expected);
            }
        }
    }

    /// The force on the resting wall is along the motion, that on the moving wall against it.
    @Test
    void a_sliding_wall_drags_the_other_one_along() {
        try (Simulation simulation = steady(channel(0, true, 0.8))) {
            double expected = DENSITY * NU * 0.01 / (HEIGHT * DX_M);
            assertStress(simulation, 0, expected, -expected);
            double area = 4 * DX_M * DX_M;
            assertThat(value(simulation, "low.force_x")).isCloseTo(expected * area, within(1e-9 * expected));
            assertThat(value(simulation, "high.force_x")).isCloseTo(-expected * area, within(1e-9 * expected));
        }
    }

    private static void assertStress(Simulation simulation, int axis, double low, double high) {
        WallTraction wall = simulation.snapshot(ResultFields.all()).wallShearStress();
        assertThat(wall.boundaryNodes()).hasSize(8);
        for (int k = 0; k < 8; k++) {
            int b = wall.boundaryNodes()[k];
            double inward = simulation.nodes().links().normal(b, 1 - axis);
            double expected = inward > 0 ? low : high;
            double rounding = 1e-8 * Math.abs(expected);
            assertThat(wall.vectorPa()[axis][k]).isCloseTo(expected, within(rounding));
            assertThat(wall.vectorPa()[1 - axis][k]).isCloseTo(0, within(rounding));
            assertThat(wall.vectorPa()[2][k]).isCloseTo(0, within(rounding));
            assertThat(wall.magnitudePa()[k]).isCloseTo(Math.abs(expected), within(rounding));
        }
    }

    /// The mean over nodes of a parabola that is zero half a spacing beyond them: `h²/12 + dx²/24`.
    @Test
    void permeability_is_viscosity_times_mean_velocity_over_drive() {
        double h = HEIGHT * DX_M;
        double expected = h * h / 12 + DX_M * DX_M / 24;
        for (double relaxationTime : new double[] {0.8, 1.3}) {
            try (Simulation simulation = steady(channel(1, false, relaxationTime))) {
                assertThat(value(simulation, "permeability")).isCloseTo(expected, within(1e-9 * expected));
                assertThat(value(simulation, "permeability_lattice")).isCloseTo(expected / (DX_M * DX_M), within(1e-8));
                assertThat(value(simulation, "permeability_darcy"))
                        .isCloseTo(expected / 9.869233e-13, within(1e-9 * expected / 9.869233e-13));
            }
        }
    }
}
