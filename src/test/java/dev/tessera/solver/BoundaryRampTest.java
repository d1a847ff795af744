package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Boundary values rise over a ramp; all steps are batched.
final class BoundaryRampTest {
    private static final double MEAN = 0.1;
    private static final double DT = 0.05 / 8; // lattice speed 0.05, 8 nodes a metre, at the mean velocity

    private static ForkJoinPool pool;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @Test
    void the_flow_rises_over_the_ramp_and_then_stays() {
        try (Simulation simulation = channel()) {
            double dt = simulation.units().timeStepS();
            assertThat(flow(simulation)).isZero();
            simulation.step(Math.round(0.5 * ramp() / dt) + 1);
            assertThat(flow(simulation)).isBetween(0.2 * MEAN, 0.8 * MEAN);
            simulation.step(Math.round(ramp() / dt) + 1);
            assertThat(flow(simulation)).isCloseTo(MEAN, within(0.02 * MEAN));
        }
    }

    @Test
    void batched_steps_equal_single_steps() {
        try (Simulation atOnce = channel();
                Simulation oneByOne = channel()) {
            atOnce.step(100);
            for (int n = 0; n < 100; n++) {
                oneByOne.step(1);
            }
            assertThat(velocity(atOnce)).isEqualTo(velocity(oneByOne));
        }
    }

    @Test
    void a_run_resumed_after_the_ramp_has_the_final_values() throws IOException {
        try (Simulation first = channel();
                Simulation second = channel()) {
            first.step(90);
            Checkpoints checkpoints = new Checkpoints(folder, 1);
            checkpoints.write(first, List.of());
            Path checkpoint = checkpoints.last().orElseThrow();
            second.restore(checkpoint);
            first.step(10);
            second.step(10);
            assertThat(velocity(second)).isEqualTo(velocity(first));
        }
    }

    /// A pressure of 0.02 Pa rises over 1.5 s and falls by an expression of time.
    @Test
    void pressures_follow_their_ramps_and_expressions_in_time() {
        double rampS = 1.5;
        Value fading = Value.varying(at -> at.number(0.02).minus(at.t().times(at.number(0.004))));
        try (Simulation simulation = channel(new PressureOpening(fading, Scheme.AUTO, rampS, false, null))) {
            double dt = simulation.units().timeStepS();
            for (int step : new int[] {1, 10, 20, 36, 60, 120}) {
                simulation.step(step - simulation.steps());
                double t = (step - 1) * dt; // a step has the boundary values of its beginning
                double rise = t >= rampS ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * t / rampS);
                assertThat(value(simulation, "outlet.mean_pressure"))
                        .as("step %d", step)
                        .isCloseTo(rise * (0.02 - 0.004 * t), within(1e-9));
            }
            assertThat(simulation.timeS()).isBetween(2 * rampS, 6.0);
        }
    }

    private static double ramp() {
        return 40 * DT;
    }

    private static Simulation channel() {
        return channel(new PressureOpening(Value.ZERO, Scheme.AUTO, 0, false, null));
    }

    private static Simulation channel(Boundary outlet) {
        Side wall = Side.wall("wall");
        Domain domain = Domain.of2d(
                2, 1, Side.opening("inlet").wet(), Side.opening("outlet").wet(), wall, wall);
        Case ramped = Case.named("ramped")
                .geometry(ShapeSource.in(domain))
                .spacingM(1.0 / 8)
                .fluid(1, 0.02)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.MeanVelocity(Value.of(MEAN)), Profile.PARABOLIC, Scheme.AUTO, ramp()))
                .boundary("outlet", outlet)
                .latticeSpeed(0.05)
                .referenceLengthM(1)
                .atMostSteps(1000)
                .build();
        return Simulation.open(ramped, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private static double[] velocity(Simulation simulation) {
        return simulation.snapshot().velocityMPerS()[0];
    }

    private static double flow(Simulation simulation) {
        return value(simulation, "inlet.flow_rate");
    }

    private static double value(Simulation simulation, String name) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }
}
