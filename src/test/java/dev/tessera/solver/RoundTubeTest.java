package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A round tube of 12 nodes across between Zou–He planes: its developed profile is a paraboloid, which the inlet
/// imposes and which stays unchanged. The staircase wall causes a difference of 6 % from the paraboloid here.
final class RoundTubeTest {
    private static final int ACROSS = 12;
    private static final int LENGTH = 16;
    private static final double VISCOSITY = 0.4;

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "2, false"})
    void a_developed_profile_stays_unchanged_along_a_round_tube(int axis, boolean fromHighEnd) {
        try (var pool = new ForkJoinPool(1);
                Simulation simulation = Simulation.open(
                        tube(axis, fromHighEnd), Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(800);
            int inlet = fromHighEnd ? LENGTH - 1 : 0;
            double[] entering = differences(simulation, axis, inlet);
            assertThat(entering[0]).as("of the profile at the inlet").isLessThan(0.08);
            double[] middle = differences(simulation, axis, LENGTH / 2);
            assertThat(middle[0]).as("of the profile half-way").isLessThan(0.08);
            assertThat(middle[1]).as("flow half-way").isCloseTo(entering[1], within(0.005 * entering[1]));
        }
    }

    private static Case tube(int axis, boolean fromHighEnd) {
        List<Side> sides = new ArrayList<>();
        double[] size = {1.25, 1.25, 1.25};
        size[axis] = (double) LENGTH / ACROSS;
        double[] direction = new double[3];
        direction[axis] = 1;
        for (int side = 0; side < 6; side++) {
            boolean inlet = (side % 2 == 1) == fromHighEnd;
            sides.add(side / 2 == axis ? Side.opening(inlet ? "inlet" : "outlet") : Side.wall("side"));
        }
        Vec centre = Vec.of(size).times(0.5);
        return Case.named("tube")
                .geometry(ShapeSource.in(new Domain(Vec.ZERO, Vec.of(size), sides))
                        .fluid(new Cylinder(centre, Vec.of(direction), 0.5)))
                .spacingM(1.0 / ACROSS)
                .fluid(1, VISCOSITY)
                .collision(new Trt())
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), Profile.DEVELOPED, Scheme.ZOU_HE, 0))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.ZOU_HE, 0, false, null))
                .relaxationTime(0.8)
                .atMostSteps(2000)
                .build();
    }

    /// In a cross-section.
    /// @return root mean square of the difference from the paraboloid `2 (1 - r²/R²)`, relative to its own, and
    ///         the sum over the nodes of the velocity along the axis, m/s
    private static double[] differences(Simulation simulation, int axis, int section) {
        var nodes = simulation.nodes();
        double[] velocity = simulation.snapshot().velocityMPerS()[axis];
        double difference = 0;
        double whole = 0;
        double flow = 0;
        for (int n = 0; n < velocity.length; n++) {
            long at = nodes.fluid().boxIndex(n);
            double[] place = {nodes.box().x(at), nodes.box().y(at), nodes.box().z(at)};
            if (place[axis] != section) {
                continue;
            }
            double square = 0;
            for (int other = 0; other < 3; other++) {
                double offAxis = nodes.originM()[other] + place[other] * nodes.spacingM() - 0.625;
                square += other == axis ? 0 : offAxis * offAxis;
            }
            double exact = 2 * (1 - square / 0.25);
            difference += Math.pow(Math.abs(velocity[n]) - exact, 2);
            whole += exact * exact;
            flow += Math.abs(velocity[n]);
        }
        return new double[] {Math.sqrt(difference / whole), flow};
    }
}
