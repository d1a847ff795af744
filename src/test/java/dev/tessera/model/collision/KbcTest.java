package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KbcTest extends ProductLatticeKit {
    @Override
    Collision collision() {
        return new Kbc();
    }

    /// The condition from which gamma follows: to first order, the entropy `sum of f ln(f / w)` does not change where
    /// the rest h is stretched: `<f' - f_eq|h> = (1 - 2 beta) <s|h> + (1 - beta gamma) <h|h> = 0`.
    @ParameterizedTest
    @MethodSource("models")
    void entropy_is_extremal_along_the_rest(VelocitySet lattice, Equilibrium equilibrium) {
        var node = new TestNode(lattice, equilibrium, false);
        ExprGraph graph = node.graph;
        List<Expr> rest = product(graph, lattice, equilibrium, node.moments());
        List<Expr> after = node.collide(collision());
        Expr omega = graph.symbol("omega");
        Expr rate = collision().localRates(node.input()).odd();
        // f' - f_eq = (1 - omega) s + (1 - rate) h and f - f_eq = s + h give both parts.
        List<Expr> h = IntStream.range(0, lattice.size())
                .mapToObj(i -> {
                    Expr before = node.populations.get(i).minus(rest.get(i));
                    Expr changed = after.get(i).minus(rest.get(i));
                    return changed.minus(graph.constant(1).minus(omega).times(before))
                            .over(omega.minus(rate));
                })
                .toList();
        Expr product = graph.constant(0);
        Expr square = graph.constant(0);
        for (int i = 0; i < lattice.size(); i++) {
            product =
                    product.plus(after.get(i).minus(rest.get(i)).times(h.get(i)).over(rest.get(i)));
            square = square.plus(h.get(i).squared().over(rest.get(i)));
        }
        // apart from the guard against division by zero
        Expr tiny = graph.constant(1, 1_000_000_000_000_000L).squared();
        Expr guarded = product.times(square.plus(tiny));
        Expr mixed = graph.constant(0);
        for (int i = 0; i < lattice.size(); i++) {
            Expr s = node.populations.get(i).minus(rest.get(i)).minus(h.get(i));
            mixed = mixed.plus(s.times(h.get(i)).over(rest.get(i)));
        }
        node.assertSame(guarded, graph.constant(1).minus(omega).times(mixed).times(tiny));
    }
}
