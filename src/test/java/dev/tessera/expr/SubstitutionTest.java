package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SubstitutionTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");

    @Test
    void symbols_are_replaced_and_the_result_simplifies() {
        Expr sum = x.times(graph.symbol("y")).plus(graph.constant(2));
        var other = new ExprGraph();
        List<Expr> replaced =
                Substitution.apply(other, List.of(sum), name -> name.equals("y") ? other.constant(0) : null);
        assertThat(replaced.getFirst().isConstant(Rational.TWO)).isTrue();
        assertThat(replaced.getFirst().graph()).isSameAs(other);
    }

    @Test
    void symbols_without_a_replacement_stay() {
        var other = new ExprGraph();
        assertThat(Substitution.apply(other, List.of(x.squared()), name -> null))
                .containsExactly(other.symbol("x").squared());
    }

    @Test
    @Timeout(value = 300, threadMode = SEPARATE_THREAD) // milliseconds for the nodes, for ever for the paths
    void a_shared_graph_is_rebuilt_once() {
        Expr power = x;
        for (int k = 0; k < 60; k++) {
            power = power.squared();
        }
        var other = new ExprGraph();
        Expr rebuilt = Substitution.apply(other, List.of(power), name -> null).getFirst();
        assertThat(OperationCount.of(List.of(rebuilt)).muls()).isEqualTo(60);
    }

    @Test
    void a_program_has_the_values_of_the_evaluator() {
        Expr y = graph.symbol("y");
        Expr condition = graph.compare(Form.Comparison.LESS_OR_EQUAL, x, y);
        Expr sine = graph.call(Form.ElementaryFunction.SIN, List.of(y));
        Expr value = graph.select(condition, graph.fma(x, y, sine), graph.squareRoot(graph.absolute(x)))
                .over(graph.constant(1, 3).plus(graph.minimum(x, y).squared()))
                .minus(graph.maximum(x, y).negated());
        var program = DoubleProgram.of(List.of(value, x), List.of("x", "y"));
        for (double[] point : new double[][] {{1, 2}, {2, 1}, {-3, 0.1}}) {
            double expected = Evaluator.evaluate(value, name -> name.equals("x") ? point[0] : point[1]);
            assertThat(program.run(point)).containsExactly(expected, point[0]);
        }
    }

    @Test
    void a_program_names_the_symbol_that_is_no_input() {
        assertThatThrownBy(() -> DoubleProgram.of(List.of(x), List.of("y", "t")))
                .hasMessage("symbol x is no input; inputs are [y, t]");
    }
}
