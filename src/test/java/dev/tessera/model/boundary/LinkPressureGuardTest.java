package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import java.util.List;
import java.util.stream.IntStream;

/// Openings with link-wise pressure and a guard against backflow, with outflow.
final class LinkPressureGuardTest extends BoundaryRuleKit {
    private final LinkPressureTest open = new LinkPressureTest();

    @Override
    Role role() {
        return Role.OUTLET;
    }

    @Override
    BoundaryRule rule(Plane plane) {
        return LinkNode.of(new LinkPressure(true));
    }

    @Override
    Expr field(Demand demand, String name) {
        return LinkPressureTest.ofPressure(demand, name);
    }

    /// Inflow starts from rest outside, at the imposed pressure.
    @Override
    boolean drives() {
        return false;
    }

    /// A number, since the guard compares it with zero.
    @Override
    List<Expr> someVelocity(ExprGraph graph, VelocitySet lattice, Plane plane) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> graph.constant(axis == plane.axis() ? -3L * plane.inward() : 0, 37))
                .toList();
    }

    @Override
    List<Guarantee> guarantees(Demand demand, Completed node) {
        return open.guarantees(demand, node);
    }

    @Override
    double offset() {
        return 0;
    }
}
