package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RegularizedBgkTest extends CollisionKit {
    @Override
    Collision collision() {
        return new RegularizedBgk();
    }

    /// As printed: Latt, Chopard, Math. Comput. Simul. 72, 165 (2006), equations 10 and 11, with c_s² = 1/3.
    @ParameterizedTest
    @MethodSource("models")
    void populations_are_rebuilt_from_their_stress_and_relaxed(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        ExprGraph graph = node.graph;
        List<Expr> rest = equilibrium.populations(graph, lattice, node.moments());
        List<Expr> after = node.collide(collision());
        Expr kept = graph.constant(1).minus(graph.symbol("omega"));
        int d = lattice.dimensions();
        for (int i = 0; i < lattice.size(); i++) {
            List<Expr> terms = new ArrayList<>();
            for (int a = 0; a < d; a++) {
                for (int b = 0; b < d; b++) {
                    Expr stress = node.product(node.populations, a, b).minus(node.product(rest, a, b));
                    int product =
                            lattice.velocity(i).along(a) * lattice.velocity(i).along(b);
                    Expr q = a == b ? graph.constant(3L * product - 1, 3) : graph.constant(product);
                    terms.add(q.times(stress));
                }
            }
            Expr factor = graph.constant(lattice.weight(i)).times(graph.constant(9, 2));
            Expr rebuilt = factor.times(graph.sum(terms));
            node.assertSame(after.get(i), rest.get(i).plus(kept.times(rebuilt)));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void moments_above_second_order_are_zero_after_a_collision(VelocitySet lattice, Equilibrium equilibrium) {
        for (boolean forced : new boolean[] {false, true}) {
            var node = new TestNode(lattice, equilibrium, forced);
            List<Expr> after = node.collide(collision());
            for (Mode mode : MomentBasis.of(lattice).modes()) {
                if (mode.order() > 2) {
                    node.assertSame(node.moment(after, mode), node.graph.constant(0));
                }
            }
        }
    }
}
