package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import java.util.ArrayList;
import java.util.List;

/// The requirements of rules that impose a velocity on a plane of wet nodes.
abstract class VelocityPlaneKit extends BoundaryRuleKit {
    @Override
    final Role role() {
        return Role.INLET;
    }

    @Override
    final Expr field(Demand demand, String name) {
        return demand.velocity().get(demand.axis(name));
    }

    @Override
    final List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        for (int axis = 0; axis < demand.lattice().dimensions(); axis++) {
            guarantees.add(new Guarantee(
                    "velocity along " + axis,
                    node.imposed().velocity().get(axis),
                    demand.velocity().get(axis)));
        }
        return guarantees;
    }

    @Override
    final double offset() {
        return 0;
    }
}
