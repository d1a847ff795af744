package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.List;

final class MixedWallTest extends WallRuleKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return new MixedWall();
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.graph().constant(demand.comesOverAny(demand.direction(name)) ? 1 : 0);
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        guarantees.add(new Guarantee(
                "mass", demand.graph().sum(node.completed()), demand.graph().sum(node.raw())));
        node.imposed().velocity().forEach(u -> guarantees.add(new Guarantee("velocity", u, demand.zero())));
        return guarantees;
    }

    @Override
    double offset() {
        return 0;
    }
}
