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
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Shear flow below a moving wall that meets an inlet and an outlet: at their edges links of the wall and of the
/// openings belong to one node.
final class MovingWallAtInletTest {
    private static final int HEIGHT = 8;
    private static final double LID_M_PER_S = 0.1;
    private static final List<Value> LID = List.of(Value.of(LID_M_PER_S), Value.ZERO, Value.ZERO);

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Case shear(Scheme inlet, Scheme outlet) {
        return shear(inlet, outlet, new MovingWall(LID)).build();
    }

    private static CaseBuilder shear(Scheme inlet, Scheme outlet, Boundary lid) {
        Side left = inlet.isOnNodes() ? Side.opening("inlet").wet() : Side.opening("inlet");
        Side right = outlet.isOnNodes() ? Side.opening("outlet").wet() : Side.opening("outlet");
        Domain domain = Domain.of(
                new Vec(3, 1, 0), left, right, Side.wall("floor"), Side.wall("lid"), Side.periodic(), Side.periodic());
        Value linear = Value.varying(at -> at.y().times(at.number(LID_M_PER_S)));
        return Case.named("shear")
                .geometry(ShapeSource.in(domain))
                .spacingM(1.0 / HEIGHT)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .boundary("lid", lid)
                .boundary(
                        "inlet",
                        Boundaries.velocity(linear, Value.ZERO, Value.ZERO).by(inlet))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(outlet))
                .relaxationTime(0.9)
                .atMostSteps(8000);
    }

    /// Also where the rule of the opening replaces all populations of the nodes at the edge.
    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "GUO", "REGULARIZED", "LINK_WISE"})
    void full_way_walls_meet_openings_as_half_way_walls_do(Scheme scheme) {
        double[][] velocities = Stream.of(new MovingWall(LID), new FullWayWall(LID))
                .map(lid -> {
                    Case theCase = shear(scheme, scheme, lid).build();
                    try (Simulation flow =
                            Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
                        flow.step(8000);
                        return flow.velocityLattice()[0];
                    }
                })
                .toArray(double[][]::new);
        for (int n = 0; n < velocities[0].length; n++) {
            assertThat(velocities[1][n]).isCloseTo(velocities[0][n], within(1e-6));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "LINK_WISE"})
    void shear_flow_enters_and_leaves_below_a_moving_wall_undisturbed(Scheme scheme) {
        // sound of the start remains; pressure along links is of first order
        double tolerance = scheme == Scheme.ZOU_HE ? 1e-9 : 1e-3 * LID_M_PER_S;
        try (Simulation simulation =
                Simulation.open(shear(scheme, scheme), Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(8000);
            double[][] velocity = simulation.velocityLattice();
            NodePositions.forEach(simulation.nodes(), (n, point) -> {
                double expected = simulation.units().velocityLattice(point[1] * LID_M_PER_S);
                assertThat(velocity[0][n]).as("at %s, %s", point[0], point[1]).isCloseTo(expected, within(tolerance));
                assertThat(velocity[1][n]).isCloseTo(0, within(tolerance));
            });
        }
    }

    /// Beside an outlet along links: what enters leaves there, also through the node that both share.
    @Test
    void an_inlet_of_nodes_meets_an_outlet_along_links() {
        Domain corner = Domain.of(
                new Vec(3, 1, 0),
                Side.opening("inlet").wet(),
                Side.wall("end"),
                Side.wall("floor"),
                Side.opening("outlet"),
                Side.periodic(),
                Side.periodic());
        Case theCase = Case.named("corner")
                .geometry(ShapeSource.in(corner))
                .spacingM(1.0 / HEIGHT)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .boundary("inlet", Boundaries.meanVelocity("0.1 m/s").by(Scheme.ZOU_HE))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(Scheme.LINK_WISE))
                .relaxationTime(0.9)
                .atMostSteps(8000)
                .build();
        try (Simulation simulation = Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(8000);
            double entering = 0;
            double all = 0;
            for (Observable observable : simulation.observables(false)) {
                boolean isFlow = observable.name().endsWith(".flow_rate");
                entering += isFlow ? Math.abs(observable.value()) / 2 : 0;
                all += isFlow ? observable.value() : 0;
            }
            assertThat(entering).isCloseTo(0.1, within(0.02));
            assertThat(all).isCloseTo(0, within(1e-9));
        }
    }
}
