package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.List;

final class ZouHePressureTest extends BoundaryRuleKit {
    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return ZouHe.pressure(plane.axis(), plane.inward());
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.density();
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
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
    double offset() {
        return 0;
    }
}
