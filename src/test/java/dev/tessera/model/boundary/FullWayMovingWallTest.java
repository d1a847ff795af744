package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.FullWayWall;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Moving walls half-way along the links that return populations a step later.
final class FullWayMovingWallTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.INLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new FullWayWall.Delayed(true));
    }

    @Override
    Expr field(Demand demand, String name) {
        if (name.startsWith("kind-")) {
            return demand.graph().constant(demand.comesOverAny(demand.direction(name)) ? 1 : 0);
        }
        int i = demand.direction(name);
        Expr weight = demand.graph()
                .constant(demand.lattice().weight(i))
                .times(demand.graph().constant(6));
        return name.startsWith("value-") && demand.comesOverPlane(i) ? weight.times(demand.along(i)) : demand.zero();
    }

    /// The mass that enters over a link is that of the velocity at the reference density.
    @Override
    Expr someDensity(ExprGraph graph) {
        return graph.constant(1);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        Expr gained = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            gained = gained.plus(node.completed().get(i).minus(node.raw().get(i)));
        }
        return List.of(new Guarantee("mass that enters", gained, demand.inwardVelocity()));
    }

    @Override
    double offset() {
        return 0.5;
    }

    static List<Collision> collisions() {
        return Collisions.all();
    }

    /// Between a full-way wall that rests and one that moves. The mass of the fluid differs by what the walls keep.
    @ParameterizedTest
    @MethodSource("collisions")
    void couette_flow_is_exact(Collision collision) {
        int height = 8;
        double lid = 0.02;
        var model = new FluidModel(Lattices.D2Q9, Equilibria.usual(collision), collision, BodyForce.NONE);
        var flow = new SmallFlow(new int[] {1, height}, new boolean[] {true, false}, model, 0.3);
        for (int y : new int[] {0, height - 1}) {
            int node = flow.node(0, y);
            flow.rule(node, LinkNode.of(new FullWayWall.Delayed(y > 0)));
            for (int i = 1; i < Lattices.D2Q9.size(); i++) {
                String letters = Lattices.D2Q9.velocity(i).letters();
                boolean cut = flow.comesOverCut(node, i);
                flow.field(node, "kind-" + letters, cut ? 1 : 0);
                if (y > 0) {
                    double value = 6
                            * Lattices.D2Q9.weight(i).toDouble()
                            * Lattices.D2Q9.velocity(i).x()
                            * lid;
                    flow.field(node, "value-" + letters, cut ? value : 0);
                }
            }
        }
        flow.run(4000);
        IntStream.range(0, height)
                .forEach(y -> assertThat(flow.velocity(flow.node(0, y), 0))
                        .isCloseTo(lid * (y + 0.5) / height, within(1e-6)));
    }
}
