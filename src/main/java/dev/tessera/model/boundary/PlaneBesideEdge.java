package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The rule of a plane one of whose nodes is beside an edge or a corner ([RegularizedEdge]): its nodes store their
/// density before the collision.
///
/// @param inner the rule of the plane
/// @param plane of the nodes, and what is imposed there
public record PlaneBesideEdge(BoundaryRule inner, WetPlane plane) implements RuleAround {
    @Override
    public String key() {
        return inner.key() + "-beside-edge";
    }

    @Override
    public int stagesBefore() {
        return 1;
    }

    @Override
    public SequencedMap<String, Expr> stored(int before, Input input, List<Expr> raw) {
        SequencedMap<String, Expr> values = new LinkedHashMap<>();
        Expr density = plane.state(input, raw).moments().density();
        values.put(RegularizedEdge.DENSITY, density.minus(input.graph().constant(1)));
        return values;
    }
}
