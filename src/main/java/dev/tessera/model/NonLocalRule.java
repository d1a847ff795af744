package dev.tessera.model;

import dev.tessera.expr.Expr;

/// The closure of cut links of an opening in an axis plane that needs values of the nodes behind it: those of the
/// directions that enter through the plane.
public interface NonLocalRule extends LinkRule, ReadsBehind {
    @Override
    default int stagesBefore() {
        return depth();
    }

    /// What the nearest node behind the opening passed for the direction of a link.
    default Expr nearest(Link link) {
        return passed(link.input(), link.incoming());
    }

    /// Whether a direction enters through the plane.
    @Override
    default boolean appliesTo(Velocity incoming) {
        return needs(incoming);
    }

    @Override
    default boolean needs(Velocity direction) {
        return direction.along(axis()) == inward();
    }
}
