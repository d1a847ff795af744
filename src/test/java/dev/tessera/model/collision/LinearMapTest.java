package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Identity;
import dev.tessera.expr.OperationCount;
import dev.tessera.expr.Rational;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LinearMapTest {
    private final ExprGraph graph = new ExprGraph();

    private List<Expr> inputs(int count) {
        return IntStream.range(0, count).mapToObj(i -> graph.symbol("x" + i)).toList();
    }

    private static List<Rational> row(long... values) {
        return Arrays.stream(values).mapToObj(Rational::of).toList();
    }

    private void assertSame(List<List<Rational>> matrix, List<Expr> inputs, List<Expr> results) {
        for (int r = 0; r < matrix.size(); r++) {
            Expr expected = graph.constant(0);
            for (int j = 0; j < inputs.size(); j++) {
                expected = expected.plus(graph.constant(matrix.get(r).get(j)).times(inputs.get(j)));
            }
            assertThat(Identity.holds(results.get(r), expected)).isTrue();
        }
    }

    @Test
    void shared_sums_of_rows_are_added_once() {
        List<List<Rational>> matrix = List.of(row(1, 1, 1, 0), row(1, 1, 0, 1), row(2, 2, 1, 1));
        List<Expr> x = inputs(4);
        List<Expr> results = LinearMap.apply(graph, matrix, x);
        assertSame(matrix, x, results);
        assertThat(OperationCount.of(results).flops()).isEqualTo(6);
    }

    @Test
    void a_walsh_matrix_costs_butterflies() {
        List<List<Rational>> matrix = List.of(row(1, 1, 1, 1), row(1, -1, 1, -1), row(1, 1, -1, -1), row(1, -1, -1, 1));
        List<Expr> x = inputs(4);
        List<Expr> results = LinearMap.apply(graph, matrix, x);
        assertSame(matrix, x, results);
        assertThat(OperationCount.of(results).flops()).isEqualTo(8);
    }

    @Test
    void odd_coefficients_and_empty_rows_are_correct() {
        List<List<Rational>> matrix = List.of(
                List.of(Rational.of(1, 3), Rational.of(-5, 7), Rational.ZERO),
                row(0, 0, 0),
                List.of(Rational.of(2, 3), Rational.of(-10, 7), Rational.of(4)));
        List<Expr> x = inputs(3);
        List<Expr> results = LinearMap.apply(graph, matrix, x);
        assertSame(matrix, x, results);
        assertThat(results.get(1).isConstant(Rational.ZERO)).isTrue();
    }
}
