package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// `w_i (rho + m (3 c·u + 9/2 (c·u)² - 3/2 u²))`, m is the density that multiplies velocity in the momentum.
final class SecondOrder {
    private SecondOrder() {}

    static List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments, Expr inertia) {
        Expr squares = graph.sum(moments.velocity().stream().map(Expr::squared).toList());
        Expr base = moments.density().minus(graph.constant(3, 2).times(inertia).times(squares));
        List<Expr> populations = new ArrayList<>();
        for (int i = 0; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i % 2 == 1 || i == 0 ? i : i - 1);
            Expr along = along(graph, c, moments.velocity());
            Expr even = base.plus(graph.constant(9, 2).times(inertia).times(along.squared()));
            Expr odd = graph.constant(3).times(inertia).times(along);
            Expr both = i % 2 == 1 ? even.plus(odd) : even.minus(odd);
            populations.add(graph.constant(lattice.weight(i)).times(both));
        }
        return populations;
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
