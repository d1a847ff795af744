package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Given;
import java.util.Locale;

/// How the population that comes back from a wall is interpolated, for a wall that cuts a link at the distance q of
/// its length from the fluid node. `i` points toward the wall, `k` is its opposite, `f` are populations before and
/// `f*` after the collision; the completed population is `f_k(x, t+1)`.
public enum WallScheme {
    /// The wall is half-way, wherever the link is cut: `f*_i`. Second order on walls along an axis, first order
    /// on others.
    HALF_WAY,

    /// Quadratic, from populations of one node. With `f⁻ = (f_i - f_k)/2`, the changes of the even and odd
    /// parts of the pair in the collision `g⁺ = (f*_i + f*_k - f_i - f_k)/2` and
    /// `g⁻ = (f*_i - f*_k - f_i + f_k)/2`, and the body force `F_i = 3 w_i c_i·F`, the velocity along the link
    /// at the wall is, times `3 w_i`,
    ///
    /// `r = f⁻ + q g⁺ + s ((L + 1/2 - q²/(2P)) g⁻ - L F_i) + (1 - s) min(q, 1 - q) g⁻`
    ///
    /// where `P = 1/omega⁺ - 1/2` and `L = 1/omega⁻ - 1/2`. With s = 1 this is the closure
    /// `j + q ∂j + q²/2 ∂²j` in a flow that a force drives. (A pressure gradient enters it at second order in
    /// q.) With s = 0 the steady flow is that of [#BOUZIDI]: inertia, and even moments that relax at rates of
    /// their own, add to `g⁻` what the factor `1/(2P)` turns into flow through the wall. So s falls from 1 to 0
    /// as the cell Reynolds number `R = |u|/viscosity` of the node rises from 1/2 to 1: `s = 4/3 (1 - R²)`, in
    /// [0, 1].
    ///
    /// Every step changes the incoming population by `f_k(x, t+1) = f_k(x, t) + 2 a r` with
    /// `a = d (1 - q + q²/2) / 4` until r is that of the wall; `d = min(1, 8 L P + 4 P)` where s is above 0,
    /// else `d = 1`. The steady flow does not depend on a; where s is 1, it depends on the product L·P, not on
    /// the viscosity. With `a = 1/(1+q)` the rule is that of Zhao & Yong with corrections, which is unstable
    /// near flat walls where the viscosity is low (decision 0041).
    ///
    /// Source: Zhao & Yong, J. Comput. Phys. 329, 1 (2017); corrections: the family LI+ of Ginzburg, Silva,
    /// Marson, Chopard, Latt, Phys. Rev. E 107, 025303 (2023), here from the node's own populations.
    CURVED,

    /// Linear, from two nodes: `2q f*_i + (1-2q) f*_i(x - c_i)` where q is below 1/2, else
    /// `f*_i/(2q) + (1 - 1/(2q)) f*_k`. The place of the wall depends on the viscosity.
    ///
    /// Source: Bouzidi, Firdaouss, Lallemand, Phys. Fluids 13, 3452 (2001).
    BOUZIDI,

    /// Quadratic, from three nodes: `q(2q+1) f*_i + (1-4q²) f*_i(x - c_i) - q(1-2q) f*_i(x - 2c_i)` where q is
    /// below 1/2, else `f*_i/(q(2q+1)) + (2q-1)/q f*_k - (2q-1)/(2q+1) f*_k(x - c_i)`. Where the second or
    /// third node is missing: [#BOUZIDI]. The place of the wall depends on the viscosity.
    ///
    /// Source: Bouzidi, Firdaouss, Lallemand, Phys. Fluids 13, 3452 (2001); moving walls: Lallemand & Luo, J.
    /// Comput. Phys. 184, 406 (2003).
    BOUZIDI_QUADRATIC,

    /// Linear, from two nodes, the same for all q (central linear interpolation): with `K = (1-2q)/(1+2q)`,
    /// `f*_i + K (f*_i(x - c_i) - f*_k)`. The steady flow does not depend on the viscosity.
    ///
    /// Source: Ginzburg & d'Humières, Phys. Rev. E 68, 066614 (2003); Ginzburg, Verhaeghe, d'Humières, Commun.
    /// Comput. Phys. 3, 427 (2008).
    CENTRAL_LINEAR;

    /// Of a wall from its node for [#CENTRAL_LINEAR], whose coefficients grow with the inverse of the distance.
    private static final double LEAST = 1e-3;

    /// In place of a coefficient of 0, to tell its link from open ones; too small to change a population.
    private static final double MARK = 1e-30;

    /// As case files write it: `half-way`.
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The coefficients of a cut link and the factor of the wall's motion.
    /// @param q distance from the node to the wall as a part of the link, in [0, 1]
    /// @param behind how many of the next two nodes on the other side of the node can be read. Without a second
    ///        node, schemes of two and three nodes use the node's own `f_i` in its place (linear, Bouzidi's
    ///        weights)
    public Coefficients coefficients(double q, int behind) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a wall at %s of a link is not between its nodes".formatted(q));
        }
        return switch (this) {
            case HALF_WAY -> new Coefficients(0, 0, 1);
            case CURVED -> curved(Given.PartOfLink.of(q));
            case BOUZIDI -> bouzidi(q, behind > 0 ? 1 : -1);
            case BOUZIDI_QUADRATIC -> behind < 2 ? bouzidi(q, behind > 0 ? 1 : -1) : bouzidiQuadratic(q);
            case CENTRAL_LINEAR -> behind == 0 ? bouzidi(q, 1) : centralLinear(Math.max(q, LEAST));
        };
    }

    private static Coefficients curved(double q) {
        return new Coefficients(q, 0, gain(q));
    }

    /// a in [#CURVED], without its damping.
    private static double gain(double q) {
        return (1 - q + q * q / 2) / 4;
    }

    /// As [#gain(double)], of an expression.
    static Expr gain(Expr q) {
        ExprGraph g = q.graph();
        return q.times(q.times(g.constant(1, 8)).minus(g.constant(1, 4))).plus(g.constant(1, 4));
    }

    private static Coefficients centralLinear(double q) {
        double k = (1 - 2 * q) / (1 + 2 * q);
        return new Coefficients(marked(-k / (1 - k)), k, 1 + k);
    }

    private static Coefficients bouzidi(double q, int sign) {
        return q < 0.5
                ? new Coefficients(0, sign * (1 - 2 * q), 1)
                : new Coefficients(marked(1 - 1 / (2 * q)), 0, 1 / (2 * q));
    }

    private static Coefficients bouzidiQuadratic(double q) {
        return q < 0.5
                ? new Coefficients(0, 1 - 4 * q * q, -q * (1 - 2 * q), 1)
                : new Coefficients(marked(1 - 1 / (4 * q * q)), 0, (2 * q - 1) / (2 * q + 1), 1 / (q * (2 * q + 1)));
    }

    private static double marked(double coefficient) {
        return coefficient == 0 ? MARK : coefficient;
    }

    /// @param first, second coefficients of [LinkWall]
    /// @param third of the third node with [#BOUZIDI_QUADRATIC], else 0: that of `f*_i(x - 2c_i)` if it is
    ///        negative, else that of `f*_k(x - c_i)` with the opposite sign
    /// @param motion factor of `6 w c·u`, the population that a moving wall adds half-way
    public record Coefficients(double first, double second, double third, double motion) {
        Coefficients(double first, double second, double motion) {
            this(first, second, 0, motion);
        }
    }
}
