package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.List;

/// Resting walls, half-way along the links.
final class LinkWiseWallTest extends WallRuleKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return new LinkWise(false, false);
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.zero();
    }

    @Override
    List<Promise> promises(Demand demand, Completed node) {
        List<Promise> promises = new ArrayList<>();
        for (int i = 0; i < node.raw().size(); i++) {
            promises.add(new Promise(
                    "what is bounced back, " + i,
                    node.completed().get(i),
                    node.raw().get(i)));
        }
        return promises;
    }

    @Override
    double offset() {
        return 0.5;
    }
}
