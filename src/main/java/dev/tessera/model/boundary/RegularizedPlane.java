package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import java.util.List;

/// Velocity or pressure on an axis plane of wet nodes, by regularized populations: those that come over the plane have
/// the part out of equilibrium of the opposite ones; then all populations of the node are replaced by the equilibrium
/// of the imposed state and the stress of the former. Other parts are removed, so that the rule is stable at smaller
/// viscosities than that of [ZouHe].
///
/// Source: Latt, Chopard, Malaspinas, Deville, Michler, Phys. Rev. E 77, 056703 (2008).
///
/// @param plane of the nodes, and what is imposed there
public record RegularizedPlane(WetPlane plane) implements PlaneRule {
    public static RegularizedPlane velocity(int axis, int inward) {
        return new RegularizedPlane(WetPlane.velocity(axis, inward));
    }

    public static RegularizedPlane pressure(int axis, int inward) {
        return new RegularizedPlane(WetPlane.pressure(axis, inward));
    }

    @Override
    public String key() {
        return "regularized-" + plane.word();
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        WetPlane.State state = plane.state(input, raw);
        List<Expr> bounced = plane.bouncedBack(input, raw, state.momentum());
        return StatePopulations.regularized(input, state.moments(), state.whole(), bounced);
    }
}
