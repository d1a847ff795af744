package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.NeumannOutflow;
import java.util.List;

/// Outflows with the velocity of the second node behind them.
final class NeumannOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new NeumannOutflow.Gradient(plane.axis(), plane.inward(), false));
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        Plane plane = demand.plane();
        return passed(new NeumannOutflow.Gradient(plane.axis(), plane.inward(), false), model, demand, direction);
    }

    /// The populations that cross the plane carry the momentum of the second node behind it, in their share.
    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        VelocitySet lattice = demand.lattice();
        int axis = demand.plane().axis();
        Expr crossing = demand.zero();
        Expr behind = demand.zero();
        for (int i = 0; i < node.raw().size(); i++) {
            int c = lattice.velocity(i).along(axis);
            crossing = crossing.plus(
                    demand.graph().constant(c).times(node.completed().get(i)));
            behind = behind.plus(demand.graph().constant(c).times(population(node.model(), demand, i, 2)));
        }
        return List.of(new Guarantee("momentum across the plane", crossing, behind));
    }

    @Override
    double offset() {
        return 0;
    }
}
