package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.FluidModel;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.CopyOutflow;
import java.util.ArrayList;
import java.util.List;

/// Outflows with populations copied from the node behind them.
final class CopyOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new CopyOutflow.Copy(plane.axis(), plane.inward()));
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    /// The rule holds no flow: what enters follows from the pressure behind the node.
    @Override
    double leak() {
        return 0.5;
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    Expr fromBehind(FluidModel model, Demand demand, int direction) {
        Plane plane = demand.plane();
        return passed(new CopyOutflow.Copy(plane.axis(), plane.inward()), model, demand, direction);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        for (int i = 0; i < node.raw().size(); i++) {
            if (demand.comesOverPlane(i)) {
                Expr behind = population(node.model(), demand, i, 1);
                guarantees.add(new Guarantee("population " + i, node.completed().get(i), behind));
            }
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0;
    }
}
