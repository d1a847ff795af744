package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.ArrayList;
import java.util.List;

/// Resting walls, half-way along the links.
final class LinkWallTest extends WallRuleKit {
    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new LinkVelocity());
    }

    @Override
    Expr field(Demand demand, String name) {
        return demand.zero();
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        List<Guarantee> guarantees = new ArrayList<>();
        for (int i = 0; i < node.raw().size(); i++) {
            guarantees.add(new Guarantee(
                    "bounced-back population " + i,
                    node.completed().get(i),
                    node.raw().get(i)));
        }
        return guarantees;
    }

    @Override
    double offset() {
        return 0.5;
    }
}
