package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.NeumannOutflow;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// A fluid between a wall at x = 0 and an outflow that imposes how the velocity changes along the normal. Spacings are
/// 0.5 m, a step takes 0.25 s.
final class NeumannGradientFlowTest {
    private static final double LENGTH = 10;

    private static Simulation open(List<Value> gradientPerS, ForkJoinPool pool) {
        Case theCase = Case.named("gradient")
                .geometry(ShapeSource.in(Domain.of2d(
                        LENGTH, 2, Side.wall("wall"), Side.opening("end"), Side.periodic(), Side.periodic())))
                .spacingM(0.5)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .equilibrium(new Incompressible())
                .boundary("end", new NeumannOutflow(gradientPerS))
                .initial(new Case.Initial(
                        List.of(Value.ZERO, Value.varying(at -> at.number(1e-9).times(at.x())), Value.ZERO),
                        Value.ZERO))
                .referenceVelocityMPerS(0.02)
                .referenceLengthM(LENGTH)
                .timeStepS(0.25)
                .atMostSteps(1)
                .build();
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private static void assertVelocity(Simulation flow, int axis, double slopePerS, double tolerance) {
        double[] velocity = flow.snapshot().velocityMPerS()[axis];
        var box = flow.nodes().box();
        for (int node = 0; node < velocity.length; node++) {
            double x = 0.5 * (box.x(flow.nodes().fluid().boxIndex(node)) + 0.5);
            assertThat(velocity[node]).as("at x = %s m", x).isCloseTo(slopePerS * x, within(tolerance));
        }
    }

    /// Along the plane: a fluid that is sheared, of which the wall and the gradient determine everything.
    @Test
    void a_gradient_along_the_plane_shears_the_fluid() {
        double slope = 2e-3;
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation flow = open(List.of(Value.ZERO, Value.of(slope), Value.ZERO), pool)) {
            flow.step(40_000);
            assertVelocity(flow, 1, slope, 1e-6 * slope * LENGTH);
        }
    }

    /// Across the plane: fluid leaves faster than it moves farther inside, so that the density falls everywhere by the
    /// divergence of the velocity.
    @Test
    void a_gradient_across_the_plane_draws_the_fluid_out() {
        double slope = 1e-4;
        int steps = 2000;
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation flow = open(List.of(Value.of(slope), Value.ZERO, Value.ZERO), pool)) {
            flow.step(steps);
            double before = density(flow);
            flow.step(steps);
            double rate = (density(flow) - before) / (steps * 0.25);
            assertThat(rate).isCloseTo(-slope, within(0.01 * slope));
            assertVelocity(flow, 0, slope, 0.01 * slope * LENGTH);
        }
    }

    /// The mean, over that at the start, less 1.
    private static double density(Simulation flow) {
        double soundSquared = 0.5 * 0.5 / (0.25 * 0.25) / 3;
        return Arrays.stream(flow.snapshot().pressurePa()).average().orElseThrow() / soundSquared;
    }
}
