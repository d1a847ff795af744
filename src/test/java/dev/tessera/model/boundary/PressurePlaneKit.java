package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import java.util.ArrayList;
import java.util.List;

/// The requirements of rules that impose a pressure on a plane of wet nodes.
abstract class PressurePlaneKit extends BoundaryRuleKit {
    @Override
    final Role role() {
        return Role.OUTLET;
    }

    @Override
    final Expr field(Demand demand, String name) {
        return demand.density();
    }

    @Override
    final List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        guarantees.add(new Guarantee("density", node.imposed().density(), demand.density()));
        for (int axis = 0; axis < demand.lattice().dimensions(); axis++) {
            if (axis != demand.plane().axis()) {
                guarantees.add(new Guarantee(
                        "velocity along " + axis, node.imposed().velocity().get(axis), demand.zero()));
            }
        }
        return guarantees;
    }

    @Override
    final double offset() {
        return 0;
    }
}
