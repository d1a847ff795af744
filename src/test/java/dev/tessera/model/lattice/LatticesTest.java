package dev.tessera.model.lattice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LatticesTest {
    static List<VelocitySet> lattices() {
        return Lattices.all();
    }

    @Test
    void lattices_are_found_by_their_name_in_any_case() {
        assertThat(Lattices.byKey("D3Q19")).isSameAs(Lattices.D3Q19);
        assertThat(Lattices.byKey("d2q9")).isSameAs(Lattices.D2Q9);
    }

    /// Weights by the number of components that are not zero; isotropy to fourth order leaves D3Q27 one free
    /// parameter, which is chosen as in the product of three D1Q3.
    @Test
    void weights_are_those_of_the_literature() {
        Map<VelocitySet, List<String>> weights = Map.of(
                Lattices.D2Q9, List.of("4/9", "1/9", "1/36"),
                Lattices.D3Q13, List.of("1/2", "", "1/24"),
                Lattices.D3Q15, List.of("2/9", "1/9", "", "1/72"),
                Lattices.D3Q19, List.of("1/3", "1/18", "1/36"),
                Lattices.D3Q27, List.of("8/27", "2/27", "1/54", "1/216"));
        for (VelocitySet lattice : Lattices.all()) {
            for (int i = 0; i < lattice.size(); i++) {
                var c = lattice.velocity(i);
                int kind = Math.abs(c.along(0)) + Math.abs(c.along(1)) + Math.abs(c.along(2));
                assertThat(lattice.weight(i))
                        .hasToString(
                                Objects.requireNonNull(weights.get(lattice)).get(kind));
            }
        }
    }

    @Test
    void an_unknown_lattice_lists_the_known_ones() {
        assertThatThrownBy(() -> Lattices.byKey("D3Q7"))
                .hasMessage("unknown lattice D3Q7; known are D2Q9, D3Q13, D3Q15, D3Q19, D3Q27");
    }

    @ParameterizedTest
    @MethodSource("lattices")
    void parts_are_signed_sums_over_their_orbit(VelocitySet lattice) {
        var graph = new ExprGraph();
        var reflections = new Reflections(lattice);
        List<Expr> f = symbols(graph, lattice);
        for (int parity : reflections.parities()) {
            for (int orbit : reflections.orbitsWith(parity)) {
                Expr expected = graph.constant(0);
                for (int i = 0; i < lattice.size(); i++) {
                    if (Reflections.orbitOf(lattice.velocity(i)) == orbit) {
                        int sign = Reflections.sign(lattice.velocity(i), parity);
                        expected = expected.plus(graph.constant(sign).times(f.get(i)));
                    }
                }
                assertThat(Identity.holds(reflections.part(graph, f, orbit, parity), expected))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lattices")
    void expansion_inverts_the_split_up_to_the_size_of_the_orbit(VelocitySet lattice) {
        var graph = new ExprGraph();
        var reflections = new Reflections(lattice);
        List<Expr> f = symbols(graph, lattice);
        List<Expr> back = reflections.expand(graph, (orbit, parity) -> reflections.part(graph, f, orbit, parity));
        for (int i = 0; i < lattice.size(); i++) {
            long size = 1L << Integer.bitCount(Reflections.orbitOf(lattice.velocity(i)));
            assertThat(Identity.holds(back.get(i), graph.constant(size).times(f.get(i))))
                    .isTrue();
        }
    }

    private static List<Expr> symbols(ExprGraph graph, VelocitySet lattice) {
        return IntStream.range(0, lattice.size())
                .mapToObj(i -> graph.symbol(lattice.populationName(i)))
                .toList();
    }
}
