package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule.Input;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Populations of a given density and velocity: their equilibrium, with or without a part out of equilibrium that
/// carries a stress and nothing else. Where there is a force, both carry minus half of it as momentum.
///
/// Source: Latt et al., Phys. Rev. E 77, 056703 (2008).
final class StatePopulations {
    private StatePopulations() {}

    static List<Expr> equilibrium(Input input, Moments moments) {
        return with(input, moments, null);
    }

    /// `f_eq + w_i (c c - c_s²) : stress / (2 c_s⁴)`
    /// @param whole momentum with half of the force
    /// @param populations whose stress out of equilibrium is kept
    static List<Expr> regularized(Input input, Moments moments, List<Expr> whole, List<Expr> populations) {
        return with(input, moments, nonEquilibriumStress(input, moments, whole, populations));
    }

    /// The second moments of populations less those of the equilibrium of a state, `[a][b]` for `a <= b`.
    /// @param whole momentum of the state with half of the force
    static Expr[][] nonEquilibriumStress(Input input, Moments moments, List<Expr> whole, List<Expr> populations) {
        ExprGraph g = input.graph();
        VelocitySet lattice = input.model().lattice();
        Expr[][] stress = stress(g, lattice, populations);
        for (int a = 0; a < lattice.dimensions(); a++) {
            stress[a][a] =
                    stress[a][a].minus(g.constant(lattice.speedOfSoundSquared()).times(moments.density()));
            for (int b = a; b < lattice.dimensions(); b++) {
                stress[a][b] =
                        stress[a][b].minus(whole.get(a).times(moments.velocity().get(b)));
            }
        }
        return stress;
    }

    /// As [#regularized], of a given stress.
    /// @param stress out of equilibrium, `[a][b]` for `a <= b`
    static List<Expr> stressed(Input input, Moments moments, Expr[][] stress) {
        return with(input, moments, stress);
    }

    private static List<Expr> with(Input input, Moments moments, Expr @Nullable [][] stress) {
        ExprGraph g = input.graph();
        VelocitySet lattice = input.model().lattice();
        Rational soundSquared = lattice.speedOfSoundSquared();
        Rational second = Rational.ONE.over(soundSquared.times(soundSquared)).times(Rational.of(1, 2));
        List<Expr> equilibrium = input.model().equilibrium().populations(g, lattice, moments);
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            Expr part = stress == null ? g.constant(0) : g.constant(second).times(projected(g, lattice, c, stress));
            for (int a = 0; a < input.force().size(); a++) {
                Expr push = g.constant(1, 2).times(input.force().get(a));
                part = part.minus(
                        g.constant(Rational.of(c.along(a)).over(soundSquared)).times(push));
            }
            populations.add(
                    equilibrium.get(i).plus(g.constant(lattice.weight(i)).times(part)));
        }
        return populations;
    }

    /// The second moments.
    private static Expr[][] stress(ExprGraph g, VelocitySet lattice, List<Expr> populations) {
        int d = lattice.dimensions();
        Expr[][] stress = new Expr[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                Expr sum = g.constant(0);
                for (int i = 1; i < lattice.size(); i++) {
                    int product =
                            lattice.velocity(i).along(a) * lattice.velocity(i).along(b);
                    Expr f = populations.get(i);
                    sum = product == 0 ? sum : product > 0 ? sum.plus(f) : sum.minus(f);
                }
                stress[a][b] = sum;
            }
        }
        return stress;
    }

    /// `(c c - c_s²) : stress`
    private static Expr projected(ExprGraph g, VelocitySet lattice, Velocity c, Expr[][] stress) {
        Expr sum = g.constant(0);
        for (int a = 0; a < stress.length; a++) {
            for (int b = a; b < stress.length; b++) {
                Rational product = Rational.of((long) c.along(a) * c.along(b));
                Rational factor = a == b ? product.minus(lattice.speedOfSoundSquared()) : product.times(Rational.TWO);
                sum = sum.plus(g.constant(factor).times(stress[a][b]));
            }
        }
        return sum;
    }
}
