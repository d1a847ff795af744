package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.LinkedHashMap;
import java.util.Map;

/// Hermite moments of all orders after a recursive regularized collision: all follow from density, velocity and the
/// relaxed stress. With A the non-equilibrium second moment and F the force, the moment of the axes a b c … is
///
/// `m_a u_b u_c … + (sum over pairs of A_ab u_c …) + 1/2 (sum of F_a u_b u_c …)`,
///
/// built axis by axis: `C_{a S} = u_a C_S + sum over b in S of A_ab u_{S without b} + 1/2 F_a u_S`.
final class HermiteMoments {
    private final ExprGraph graph;
    private final Expr density;
    private final NodeState state;
    private final Expr[][] relaxed;
    private final Map<Monomial, Expr> known = new LinkedHashMap<>();

    /// @param relaxed the non-equilibrium second moment after relaxation, without force, `[axis][axis]`, symmetric
    HermiteMoments(ExprGraph graph, Expr density, NodeState state, Expr[][] relaxed) {
        this.graph = graph;
        this.density = density;
        this.state = state;
        this.relaxed = relaxed;
    }

    Expr of(Monomial moment) {
        Expr value = known.get(moment);
        if (value == null) {
            value = build(moment);
            known.put(moment, value);
        }
        return value;
    }

    private Expr build(Monomial moment) {
        if (moment.order() == 0) {
            return density;
        }
        int axis = splitAxis(moment);
        Monomial rest = moment.lowered(axis);
        if (rest.order() == 0) {
            Expr momentum = state.momentum().get(axis);
            return state.forced() ? momentum.plus(half(state.force().get(axis))) : momentum;
        }
        if (rest.order() == 1) {
            int other = axis(rest);
            Expr sum = state.flux(axis, other).plus(relaxed[axis][other]);
            return state.forced() ? sum.plus(state.halfWork(axis, other)) : sum;
        }
        Expr sum = state.velocity().get(axis).times(of(rest));
        for (int other = 0; other < 3; other++) {
            int times = rest.exponent(other);
            if (times > 0) {
                Expr product = relaxed[axis][other].times(velocities(rest.lowered(other)));
                sum = sum.plus(graph.constant(times).times(product));
            }
        }
        return state.forced() ? sum.plus(half(state.force().get(axis)).times(velocities(rest))) : sum;
    }

    /// The axis that the recursion removes: one that occurs once, if any, for fewer products.
    private static int splitAxis(Monomial moment) {
        for (int axis = 0; axis < 3; axis++) {
            if (moment.exponent(axis) == 1) {
                return axis;
            }
        }
        return axis(moment);
    }

    private static int axis(Monomial moment) {
        return moment.a() > 0 ? 0 : moment.b() > 0 ? 1 : 2;
    }

    /// The product of the velocity's components, with squares formed first.
    private Expr velocities(Monomial powers) {
        Expr product = graph.constant(1);
        for (int axis = 0; axis < state.velocity().size(); axis++) {
            Expr component = state.velocity().get(axis);
            switch (powers.exponent(axis)) {
                case 1 -> product = product.times(component);
                case 2 -> product = product.times(component.squared());
                default -> {}
            }
        }
        return product;
    }

    private Expr half(Expr value) {
        return graph.constant(1, 2).times(value);
    }
}
