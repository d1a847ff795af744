package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// The equilibrium of second order in the velocity: density rho, momentum m u, second moment
/// `p delta_ab + m u_a u_b`, no part in higher moments; m is the density that multiplies velocity in the
/// momentum, p the pressure, c_s² rho of an ideal gas.
///
/// On a lattice that is isotropic to fourth order this is
/// `w_i (p / c_s² + m (c·u / c_s² + (c·u)² / (2 c_s⁴) - u² / (2 c_s²)))`, with 3, 9/2 and 3/2 for c_s² = 1/3, and
/// `rho - p / c_s²` more at rest.
final class SecondOrder {
    private SecondOrder() {}

    /// @param pressure over c_s²
    /// @throws IllegalArgumentException if the lattice is not isotropic to fourth order
    static List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments, Expr inertia, Expr pressure) {
        if (lattice.isotropy() >= 4) {
            List<Expr> populations =
                    new ArrayList<>(isotropic(graph, lattice, new Moments(pressure, moments.velocity()), inertia));
            populations.set(0, populations.getFirst().plus(moments.density().minus(pressure)));
            return populations;
        }
        throw new IllegalArgumentException(
                "%s is isotropic to order %d only, and another pressure than that of an ideal gas needs 4"
                        .formatted(lattice.name(), lattice.isotropy()));
    }

    /// Of an ideal gas.
    static List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments, Expr inertia) {
        return lattice.isotropy() >= 4
                ? isotropic(graph, lattice, moments, inertia)
                : cubic(graph, lattice, moments, inertia);
    }

    private static List<Expr> isotropic(ExprGraph graph, VelocitySet lattice, Moments moments, Expr inertia) {
        Rational once = lattice.speedOfSoundSquared().inverse();
        Rational half = once.over(Rational.TWO);
        Expr squares = graph.sum(moments.velocity().stream().map(Expr::squared).toList());
        Expr base = moments.density().minus(graph.constant(half).times(inertia).times(squares));
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Expr along = along(graph, firstOfPair(lattice, i), moments.velocity());
            Expr even =
                    base.plus(graph.constant(half.times(once)).times(inertia).times(along.squared()));
            Expr odd = graph.constant(once).times(inertia).times(along);
            Expr both = i % 2 == 1 ? even.plus(odd) : even.minus(odd);
            populations.add(graph.constant(lattice.weight(i)).times(both));
        }
        return populations;
    }

    /// On a lattice with the symmetry of the cube alone, the trace, the normal and the shear components of the
    /// second moment have a factor each: with `M4 = sum of w c_x⁴`, `M22 = sum of w c_x² c_y²` and d
    /// dimensions,
    ///
    /// `w_i (rho + m (c·u / c_s² + (c² - d c_s²) u² / N + sum of c_a² (u_a² - u²/d) / (M4 - M22)
    /// + sum over a < b of c_a c_b u_a u_b / M22))`, `N = d M4 + d (d - 1) M22 - d² c_s⁴`.
    private static List<Expr> cubic(ExprGraph graph, VelocitySet lattice, Moments moments, Expr inertia) {
        int d = lattice.dimensions();
        Rational sound = lattice.speedOfSoundSquared();
        Rational dimensions = Rational.of(d);
        Rational normal =
                lattice.moment(0, 0, 0, 0).minus(lattice.moment(0, 0, 1, 1)).inverse();
        Rational shear = lattice.moment(0, 0, 1, 1).inverse();
        Rational norm = dimensions
                .times(lattice.moment(0, 0, 0, 0))
                .plus(Rational.of(d * (d - 1L)).times(lattice.moment(0, 0, 1, 1)))
                .minus(dimensions.times(dimensions).times(sound).times(sound));
        List<Expr> u = moments.velocity();
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = firstOfPair(lattice, i);
            Rational square = Rational.of(c.x() * c.x() + c.y() * c.y() + c.z() * c.z());
            Rational common = square.minus(dimensions.times(sound))
                    .over(norm)
                    .minus(normal.times(square).over(dimensions));
            Expr even = graph.constant(0);
            for (int a = 0; a < d; a++) {
                Rational own = common.plus(normal.times(Rational.of((long) c.along(a) * c.along(a))));
                even = even.plus(graph.constant(own).times(u.get(a).squared()));
                for (int b = a + 1; b < d; b++) {
                    Rational mixed = shear.times(Rational.of((long) c.along(a) * c.along(b)));
                    even = even.plus(graph.constant(mixed).times(u.get(a).times(u.get(b))));
                }
            }
            even = moments.density().plus(inertia.times(even));
            Expr odd = graph.constant(sound.inverse()).times(inertia).times(along(graph, c, u));
            Expr both = i % 2 == 1 ? even.plus(odd) : even.minus(odd);
            populations.add(graph.constant(lattice.weight(i)).times(both));
        }
        return populations;
    }

    private static Velocity firstOfPair(VelocitySet lattice, int i) {
        return lattice.velocity(i % 2 == 1 || i == 0 ? i : i - 1);
    }

    /// `c·u`, the components added in the order x, y, z.
    static Expr along(ExprGraph graph, Velocity c, List<Expr> vector) {
        Expr sum = graph.constant(0);
        for (int axis = 0; axis < vector.size(); axis++) {
            sum = c.along(axis) == 0
                    ? sum
                    : c.along(axis) > 0 ? sum.plus(vector.get(axis)) : sum.minus(vector.get(axis));
        }
        return sum;
    }
}
