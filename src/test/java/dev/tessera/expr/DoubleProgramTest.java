package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DoubleProgramTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");

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
    void an_iteration_ends_at_the_root() {
        Expr root = graph.iterate(
                        30,
                        List.of(x),
                        states -> new Iteration.Step(
                                graph.compare(
                                        Form.Comparison.LESS,
                                        x,
                                        states.getFirst().squared()),
                                List.of(graph.constant(1, 2)
                                        .times(states.getFirst().plus(x.over(states.getFirst()))))))
                .getFirst();
        assertThat(DoubleProgram.of(List.of(root), List.of("x")).run(2)[0]).isCloseTo(Math.sqrt(2), within(1e-15));
    }

    @Test
    void inputs_that_are_not_used_are_allowed() {
        assertThat(DoubleProgram.of(List.of(x), List.of("t", "y", "x")).run(1, 2, 3))
                .containsExactly(3);
    }

    @Test
    void minimum_and_maximum_take_the_right_operand_where_one_is_not_a_number() {
        Expr y = graph.symbol("y");
        var program = DoubleProgram.of(List.of(graph.minimum(x, y), graph.maximum(x, y)), List.of("x", "y"));
        assertThat(program.run(Double.NaN, 2)).containsExactly(2, 2);
        assertThat(program.run(2, Double.NaN)).containsExactly(Double.NaN, Double.NaN);
    }

    @Test
    void a_program_names_the_symbol_that_is_no_input() {
        assertThatThrownBy(() -> DoubleProgram.of(List.of(x), List.of("y", "t")))
                .hasMessage("symbol x is no input; inputs are [y, t]");
    }
}
