package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Form.Comparison;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExprGraphTest {
    private final ExprGraph graph = new ExprGraph();

    @ParameterizedTest
    @CsvSource({
        "LESS, 1, 2, true",
        "LESS, 2, 2, false",
        "LESS_OR_EQUAL, 2, 2, true",
        "LESS_OR_EQUAL, 3, 2, false",
        "EQUAL, 2, 2, true",
        "EQUAL, 1, 2, false"
    })
    void a_comparison_of_constants_is_evaluated_immediately(Comparison comparison, int left, int right, boolean holds) {
        Expr x = graph.symbol("x");
        Expr y = graph.symbol("y");
        Expr condition = graph.compare(comparison, graph.constant(left, 7), graph.constant(right, 7));
        assertThat(graph.select(condition, x, y)).isSameAs(holds ? x : y);
        Expr open = graph.compare(comparison, x, graph.constant(right, 7));
        assertThat(graph.select(open, x, y).form()).isInstanceOf(Form.Select.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, 2", "2, -1", "2, 2"})
    void the_smaller_and_larger_of_constants_are_constants(int left, int right) {
        Expr a = graph.constant(left, 7);
        Expr b = graph.constant(right, 7);
        assertThat(graph.minimum(a, b)).isSameAs(graph.constant(Math.min(left, right), 7));
        assertThat(graph.maximum(a, b)).isSameAs(graph.constant(Math.max(left, right), 7));
        assertThat(graph.minimum(a, graph.symbol("x")).form()).isInstanceOf(Form.Minimum.class);
    }
}
