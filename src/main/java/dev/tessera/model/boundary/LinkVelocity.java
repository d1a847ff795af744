package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import java.util.List;

/// A wall or inlet that moves with velocity u, half-way along the link: `stored + value`, where the coefficient
/// `value` is `2 w_i c_i·u / c_s²` with c_i into the fluid.
///
/// Source: Ladd, J. Fluid Mech. 271, 285 (1994).
public record LinkVelocity() implements LinkRule {
    private static final String VALUE = "value";

    @Override
    public String key() {
        return "velocity";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public int leastIsotropy() {
        return 2;
    }

    @Override
    public boolean isNeutral() {
        return true;
    }

    @Override
    public List<FieldSpec> coefficients() {
        return List.of(new FieldSpec(VALUE, new Given.Motion(Given.LinkFunction.ONE)));
    }

    @Override
    public Expr complete(Link link, List<Expr> raw) {
        return raw.get(link.incoming()).plus(link.coefficient().apply(VALUE));
    }
}
