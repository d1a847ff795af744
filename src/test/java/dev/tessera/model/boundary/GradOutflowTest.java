package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.GradOutflow;
import java.util.List;

/// Outflows with the moments of the node one step before.
final class GradOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new GradOutflow.Grad());
    }

    @Override
    Expr field(Demand demand, String name) {
        return LinkPressureTest.ofPressure(demand, name.replaceFirst("^flux", "stress"));
    }

    /// Half of the momentum flux across the plane and half of the flow carry the populations that enter, as in
    /// any distribution with these moments.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        ExprGraph graph = demand.graph();
        Expr entering = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            entering = demand.comesOverPlane(i) ? entering.plus(node.completed().get(i)) : entering;
        }
        Expr inertia = node.model().equilibrium().inertia(graph, demand.density());
        Expr inward = inertia.times(demand.inwardVelocity());
        int axis = demand.plane().axis();
        if (node.model().force() != BodyForce.NONE) {
            Expr push = graph.symbol("force" + axis)
                    .times(graph.constant(demand.plane().inward(), 2));
            inward = inward.minus(push);
        }
        Expr flux = graph.constant(demand.lattice().speedOfSoundSquared())
                .times(demand.density())
                .plus(inertia.times(demand.inwardVelocity().squared()))
                .plus(demand.stress().get(axis).get(axis));
        return List.of(
                new Guarantee("entering mass", entering, graph.constant(1, 2).times(flux.plus(inward))));
    }

    @Override
    double offset() {
        return 0;
    }
}
