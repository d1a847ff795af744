package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import java.util.List;

/// Velocity or pressure on an axis plane of wet nodes, by the equilibrium of the imposed state: all populations are
/// replaced. There is no stress at the node, so that the rule is of first order. With TRT it is less stable than
/// [ZouHe].
///
/// Source: Mohamad & Succi, Eur. Phys. J. Special Topics 171, 213 (2009).
///
/// @param plane of the nodes, and what is imposed there
public record EquilibriumPlane(WetPlane plane) implements PlaneRule {
    public static EquilibriumPlane velocity(int axis, int inward) {
        return new EquilibriumPlane(WetPlane.velocity(axis, inward));
    }

    public static EquilibriumPlane pressure(int axis, int inward) {
        return new EquilibriumPlane(WetPlane.pressure(axis, inward));
    }

    @Override
    public String key() {
        return "equilibrium-" + plane.word();
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        return StatePopulations.equilibrium(input, plane.state(input, raw).moments());
    }
}
