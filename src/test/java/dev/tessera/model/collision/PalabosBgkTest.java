package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PalabosBgkTest {
    private static final VelocitySet LATTICE = Lattices.D3Q19;
    private static final int HALF = 9;

    /// The lattice's direction of Palabos' direction i.
    private static int direction(int i) {
        return i == 0 ? 0 : i <= HALF ? 2 * i : 2 * (i - HALF) - 1;
    }

    @Test
    void exact_results_are_those_of_bgk_with_the_quasi_compressible_equilibrium() {
        ExprGraph graph = new ExprGraph();
        Expr omega = graph.symbol("omega");
        List<Expr> deviations = new ArrayList<>();
        Expr[] populations = new Expr[LATTICE.size()];
        for (int i = 0; i < LATTICE.size(); i++) {
            deviations.add(graph.symbol("d_" + i));
            populations[direction(i)] = deviations.get(i).plus(graph.constant(LATTICE.weight(direction(i))));
        }
        List<Expr> all = List.of(populations);
        var equilibrium = new QuasiCompressible();
        List<Expr> bgk = new Bgk()
                .relax(new Collision.Input(
                        graph,
                        LATTICE,
                        equilibrium,
                        all,
                        equilibrium.moments(graph, LATTICE, all, List.of()),
                        List.of(),
                        name -> omega));
        List<Expr> palabos = PalabosBgk.relax(graph, deviations, omega);
        for (int i = 0; i < LATTICE.size(); i++) {
            Expr population = palabos.get(i).plus(graph.constant(LATTICE.weight(direction(i))));
            Identity same = Identity.of(population, bgk.get(direction(i)));
            assertThat(same.holds())
                    .as("direction %d: %s", i, same.counterexample())
                    .isTrue();
        }
    }
}
