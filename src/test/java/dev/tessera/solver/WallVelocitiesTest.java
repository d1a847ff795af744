package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WallVelocitiesTest {
    private static List<String> warnings(ShapeSource geometry, String surface, Boundary wall) {
        Case theCase = Case.named("box")
                .geometry(geometry)
                .spacingM(0.1)
                .fluid(1, 0.1)
                .lattice(Lattices.D3Q19)
                .boundary(surface, wall)
                .timeStepS(0.01)
                .atMostSteps(1)
                .build();
        NodeMap nodes = theCase.geometry().voxelise(0.1, ForkJoinPool.commonPool());
        return WallVelocities.warnings(theCase, nodes);
    }

    private static ShapeSource box() {
        Side wall = Side.wall("wall");
        return ShapeSource.in(Domain.of(new Vec(1, 1, 1), wall, wall, wall, Side.wall("lid"), wall, wall));
    }

    private static List<Value> velocity(double x, double y) {
        return List.of(Value.of(x), Value.of(y), Value.ZERO);
    }

    @Test
    void a_wall_that_moves_across_itself_is_told() {
        for (Function<List<Value>, Boundary> wall :
                List.<Function<List<Value>, Boundary>>of(MovingWall::new, FullWayWall::new, TammMottSmithWall::new)) {
            assertThat(warnings(box(), "lid", wall.apply(velocity(0, -0.1))))
                    .singleElement()
                    .asString()
                    .startsWith("boundaries.lid: this wall does not move along itself: mass enters through it");
            assertThat(warnings(box(), "lid", wall.apply(velocity(0.5, 0.1))))
                    .singleElement()
                    .asString()
                    .contains("mass leaves through it");
            assertThat(warnings(box(), "lid", wall.apply(velocity(0.1, 0)))).isEmpty();
        }
    }

    /// What enters at one side of a body leaves at the other; a body that turns is passed by nothing.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_body_may_move_and_turn(boolean turns) {
        ShapeSource geometry = box().obstacle("ball", new Sphere(new Vec(0.48, 0.53, 0.51), 0.27));
        Value x = Value.varying(at -> at.number(0.53).minus(at.y()));
        Value y = Value.varying(at -> at.x().minus(at.number(0.48)));
        List<Value> velocity = turns ? List.of(x, y, Value.ZERO) : velocity(0.1, 0.05);
        assertThat(warnings(geometry, "ball", new MovingWall(velocity))).isEmpty();
    }
}
