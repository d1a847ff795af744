package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class EvaluatorTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");
    private final Expr y = graph.symbol("y");

    @Test
    @Timeout(value = 300, threadMode = SEPARATE_THREAD) // milliseconds by nodes, endless by paths
    void sixty_squarings_cost_sixty_multiplications() {
        Expr power = x;
        for (int k = 0; k < 60; k++) {
            power = power.squared();
        }
        assertThat(OperationCount.of(List.of(power)).muls()).isEqualTo(60);
        assertThat(Evaluator.evaluate(power, name -> 1.0)).isEqualTo(1.0);
        assertThat(Identity.of(power, power.times(graph.constant(2))).holds()).isFalse();
        assertThat(power.hashCode()).isEqualTo(power.hashCode());
    }

    @Test
    void a_chain_of_a_hundred_thousand_additions_needs_no_deep_stack() {
        Expr sum = x;
        for (int k = 0; k < 100_000; k++) {
            sum = sum.plus(y).times(graph.constant(1, 2));
        }
        assertThat(Evaluator.evaluate(sum, name -> 3.0)).isEqualTo(3.0);
    }

    @Test
    void float_rounds_every_operation() {
        Expr third = x.over(y);
        Expr zero = third.times(y).minus(x);
        float expected = 1.1f / 3.3f * 3.3f - 1.1f;
        assertThat(Evaluator.of(List.of(zero)).run(Arithmetic.FLOAT, name -> name.equals("x") ? 1.1f : 3.3f))
                .containsExactly(expected);
        Expr tenth = graph.constant(1, 10).plus(x);
        assertThat(Evaluator.of(List.of(tenth)).run(Arithmetic.FLOAT, name -> 0.2f))
                .containsExactly(0.1f + 0.2f);
    }

    @Test
    void exact_arithmetic_is_exact() {
        Expr value = x.over(y).plus(graph.constant(1, 3)).squared();
        assertThat(Evaluator.of(List.of(value)).run(Arithmetic.EXACT, name -> Rational.of(name.equals("x") ? 1 : 6)))
                .containsExactly(Rational.of(1, 4));
    }

    @Test
    void fma_rounds_once() {
        Expr fused = graph.fma(x, x, graph.negate(y));
        double value = 1 + 0x1p-30;
        double square = value * value;
        assertThat(Evaluator.evaluate(fused, name -> name.equals("x") ? value : square))
                .isEqualTo(0x1p-60);
    }

    @Test
    void select_evaluates_one_branch_and_the_other_may_be_undefined() {
        Expr inverse = graph.select(
                graph.compare(Form.Comparison.EQUAL, x, graph.constant(0)),
                y,
                graph.constant(1).over(x));
        var evaluator = Evaluator.of(List.of(inverse));
        assertThat(evaluator.run(Arithmetic.EXACT, name -> Rational.of(name.equals("x") ? 0 : 7)))
                .containsExactly(Rational.of(7));
        assertThat(evaluator.run(Arithmetic.EXACT, name -> Rational.of(name.equals("x") ? 2 : 7)))
                .containsExactly(Rational.of(1, 2));
    }

    @Test
    void elementary_functions_are_those_of_strict_math() {
        Expr wave = graph.call(Form.ElementaryFunction.SIN, List.of(x.times(y)));
        assertThat(Evaluator.evaluate(wave, name -> 1.3)).isEqualTo(StrictMath.sin(1.3 * 1.3));
        Expr power = graph.call(Form.ElementaryFunction.POW, List.of(x, y));
        assertThat(Evaluator.evaluate(power, name -> name.equals("x") ? 2.0 : 0.5))
                .isEqualTo(StrictMath.pow(2, 0.5));
    }

    @Test
    void minimum_maximum_absolute_and_roots_are_evaluated() {
        Expr all = graph.squareRoot(graph.absolute(graph.minimum(x, y))).plus(graph.maximum(x, y));
        assertThat(Evaluator.evaluate(all, name -> name.equals("x") ? -4.0 : 3.0))
                .isEqualTo(5.0);
    }

    @Test
    void an_iteration_changes_its_states_at_once_until_it_ends() {
        Expr limit = y.times(y);
        List<Expr> fibonacci = graph.iterate(
                30,
                List.of(graph.constant(0), x),
                states -> new Iteration.Step(
                        graph.compare(Form.Comparison.LESS, states.get(1), limit),
                        List.of(states.get(1), states.get(0).plus(states.get(1)))));
        assertThat(Evaluator.of(fibonacci).run(Arithmetic.DOUBLE, name -> name.equals("x") ? 1.0 : 10.0))
                .containsExactly(89.0, 144.0);
        assertThat(Evaluator.of(fibonacci).run(Arithmetic.EXACT, name -> Rational.of(name.equals("x") ? 1 : 1 << 20)))
                .as("at most 30 times")
                .containsExactly(Rational.of(832_040), Rational.of(1_346_269));
        assertThat(((Form.Iterate) fibonacci.getFirst().form()).operands())
                .as("what does not change is computed once")
                .contains(limit);
    }

    @Test
    void iterations_are_neither_nested_nor_without_comparison() {
        assertThatThrownBy(() -> graph.iterate(3, List.of(x), states -> new Iteration.Step(states.getFirst(), states)))
                .hasMessageContaining("is not a comparison");
        Expr less = graph.compare(Form.Comparison.LESS, x, y);
        assertThatThrownBy(() -> graph.iterate(
                        3,
                        List.of(x),
                        outer -> new Iteration.Step(
                                less, graph.iterate(2, outer, inner -> new Iteration.Step(less, inner)))))
                .hasMessageContaining("iterations cannot be nested");
    }

    @Test
    void an_unknown_symbol_is_named() {
        assertThatThrownBy(() -> Evaluator.evaluate(x.plus(y), name -> name.equals("x") ? 1.0 : null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("symbol y has no value");
    }

    @Test
    void a_truth_value_is_refused_as_a_result() {
        assertThatThrownBy(() -> Evaluator.evaluate(graph.compare(Form.Comparison.LESS, x, y), name -> 1.0))
                .hasMessage("(x LESS y) is a truth value, not a number; use it as the condition of a selection");
    }

    @Test
    void a_function_with_the_wrong_number_of_arguments_is_refused() {
        Expr wrong = graph.call(Form.ElementaryFunction.POW, List.of(x));
        assertThatThrownBy(() -> Evaluator.evaluate(wrong, name -> 1.0))
                .hasMessage("POW takes 2 arguments, but 1 were given");
    }
}
