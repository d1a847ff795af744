package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// Grad's approximation of a population: the one that follows from density, momentum and second moments alone.
///
/// `w_i (rho + c_i·j / c_s² + (P - rho c_s²) : (c_i c_i - c_s²) / (2 c_s⁴))`
///
/// Source: Chikatamarla, Ansumali, Karlin, Europhys. Lett. 74, 215 (2006).
public final class GradApproximation {
    private GradApproximation() {}

    /// A component of the second moments `P - rho c_s²`.
    @FunctionalInterface
    public interface SecondMoments {
        /// @param a, b axes; the first is at most the second
        Expr at(int a, int b);
    }

    /// @param direction of the population
    /// @param momentum sum of `c_i f_i`, one component per axis
    public static Expr population(
            ExprGraph g, VelocitySet lattice, int direction, Expr density, List<Expr> momentum, SecondMoments moments) {
        Velocity c = lattice.velocity(direction);
        Rational sound = lattice.speedOfSoundSquared();
        Expr along = g.constant(0);
        Expr second = g.constant(0);
        for (int a = 0; a < momentum.size(); a++) {
            along = along.plus(g.constant(c.along(a)).times(momentum.get(a)));
            for (int b = a; b < momentum.size(); b++) {
                Rational product = Rational.of((long) c.along(a) * c.along(b));
                Rational factor = a == b ? product.minus(sound) : product.plus(product);
                second = second.plus(g.constant(factor).times(moments.at(a, b)));
            }
        }
        Rational half = Rational.ONE.over(sound.times(sound)).times(Rational.of(1, 2));
        return g.constant(lattice.weight(direction))
                .times(density.plus(g.constant(Rational.ONE.over(sound)).times(along))
                        .plus(g.constant(half).times(second)));
    }

    /// That of a node with given populations, linear in them.
    /// @param density their sum, or another one of the same momentum and the same second moments P - rho c_s²
    /// @param populations of the node, shape `[q]`
    public static Expr population(
            ExprGraph g, VelocitySet lattice, int direction, Expr density, List<Expr> populations) {
        Expr own = g.sum(populations);
        List<Expr> momentum = IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> sum(g, lattice, populations, c -> c.along(axis)))
                .toList();
        return population(g, lattice, direction, density, momentum, (a, b) -> {
            Expr flux = sum(g, lattice, populations, c -> c.along(a) * c.along(b));
            return a == b ? flux.minus(g.constant(lattice.speedOfSoundSquared()).times(own)) : flux;
        });
    }

    /// @param sign -1, 0 or 1
    private static Expr sum(ExprGraph g, VelocitySet lattice, List<Expr> populations, ToIntFunction<Velocity> sign) {
        Expr sum = g.constant(0);
        for (int i = 1; i < lattice.size(); i++) {
            int factor = sign.applyAsInt(lattice.velocity(i));
            Expr f = populations.get(i);
            sum = factor == 0 ? sum : factor > 0 ? sum.plus(f) : sum.minus(f);
        }
        return sum;
    }
}
