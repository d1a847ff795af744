package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.solver.boundary.DoNothingOutflow;
import java.util.ArrayList;
import java.util.List;

/// Outflows whose nodes keep the populations that would enter.
final class DoNothingOutflowTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new DoNothingOutflow.Kept());
    }

    @Override
    boolean drives() {
        return false;
    }

    @Override
    boolean holdsAlong() {
        return false;
    }

    /// The node stores the population that would enter.
    @Override
    int returning(VelocitySet lattice, int direction) {
        return direction;
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverPlane(demand.direction(name)) ? 1 : 0);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        for (int i = 0; i < node.raw().size(); i++) {
            if (demand.comesOverPlane(i)) {
                guarantees.add(new Guarantee(
                        "population " + i, node.completed().get(i), node.raw().get(i)));
            }
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0;
    }
}
