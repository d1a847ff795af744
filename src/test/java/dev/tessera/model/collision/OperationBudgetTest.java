package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.OperationCount;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Total operations of moments and collision in the model (before the kernel's passes), fixed in
/// `operation-budgets.csv`. Expressions of rates and a uniform force alone are not counted: they are computed once.
final class OperationBudgetTest {
    private static final String HEADER = "collision,lattice,equilibrium,force,flop,adds,muls,divs";

    @Test
    void every_model_has_the_operations_in_the_table() {
        List<String> table = new ArrayList<>(List.of(HEADER));
        for (Collision collision : collisions()) {
            for (VelocitySet lattice : Lattices.all()) {
                if (collision.unsupported(lattice).isPresent()) {
                    continue;
                }
                for (Equilibrium equilibrium : Equilibria.all()) {
                    if (collision.unsupported(equilibrium).isPresent()
                            || equilibrium.unsupported(lattice).isPresent()) {
                        continue;
                    }
                    table.add(row(collision, lattice, equilibrium, false));
                    table.add(row(collision, lattice, equilibrium, true));
                }
            }
        }
        assertThat(String.join("\n", table) + "\n")
                .as("a larger number needs a reason; then change the table")
                .isEqualTo(golden());
    }

    @Test
    void bgk_on_d3q19_stays_below_220_and_mrt_below_650_operations() {
        assertThat(count(new Bgk(), Lattices.D3Q19, Equilibria.byKey("incompressible"), false)
                        .flops())
                .isLessThanOrEqualTo(220);
        assertThat(count(new Mrt(), Lattices.D3Q19, Equilibria.byKey("incompressible"), false)
                        .flops())
                .isLessThanOrEqualTo(650);
    }

    private static List<Collision> collisions() {
        List<Collision> collisions = new ArrayList<>(Collisions.all());
        Collisions.ofGivenViscosity().forEach(base -> collisions.add(new Smagorinsky(base, Smagorinsky.USUAL)));
        return collisions;
    }

    private static String row(Collision collision, VelocitySet lattice, Equilibrium equilibrium, boolean forced) {
        OperationCount count = count(collision, lattice, equilibrium, forced);
        return "%s,%s,%s,%s,%d,%d,%d,%d"
                .formatted(
                        collision.key(),
                        lattice.name(),
                        equilibrium.key(),
                        forced ? "uniform" : "none",
                        count.flops(),
                        count.adds(),
                        count.muls(),
                        count.divs());
    }

    private static OperationCount count(
            Collision collision, VelocitySet lattice, Equilibrium equilibrium, boolean forced) {
        var graph = new ExprGraph();
        List<Expr> populations = IntStream.range(0, lattice.size())
                .mapToObj(i -> graph.symbol(lattice.populationName(i)))
                .toList();
        List<Expr> force = IntStream.range(0, forced ? lattice.dimensions() : 0)
                .mapToObj(axis -> graph.symbol("force_" + "xyz".charAt(axis)))
                .toList();
        var moments = equilibrium.moments(graph, lattice, populations, force);
        List<Expr> after = collision.relax(
                new Collision.Input(graph, lattice, equilibrium, populations, moments, force, graph::symbol));
        return OperationCount.of(after, name -> name.startsWith("omega") || name.startsWith("force"));
    }

    private static String golden() {
        try (var stream = OperationBudgetTest.class.getResourceAsStream("operation-budgets.csv")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
