package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A rule that imposes a velocity or a density on an axis plane of wet nodes.
interface PlaneRule extends BoundaryRule {
    WetPlane plane();

    /// `velocity-x …` or `density`.
    @Override
    default List<FieldSpec> fields(VelocitySet lattice) {
        return plane().fields(lattice);
    }

    @Override
    default SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        return new LinkedHashMap<>();
    }
}
