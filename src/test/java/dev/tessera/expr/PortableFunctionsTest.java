package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.expr.Form.ElementaryFunction;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class PortableFunctionsTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");
    private final Expr t = graph.symbol("t");

    @Test
    void an_expression_with_calls_becomes_one_without() {
        Expr wave = call(ElementaryFunction.SIN, x.times(t)).plus(call(ElementaryFunction.EXP, x.negated()));
        Expr nested = call(ElementaryFunction.TANH, wave);
        Expr expanded = PortableFunctions.FP64.expand(nested);
        assertThat(Reachable.from(List.of(expanded))).noneMatch(node -> node.form() instanceof Form.Call);
        double expected = StrictMath.tanh(StrictMath.sin(0.7 * 3) + StrictMath.exp(-0.7));
        Function<String, Double> values = name -> name.equals("x") ? 0.7 : 3.0;
        assertThat(Math.abs(Evaluator.evaluate(expanded, values) - expected)).isLessThan(3 * Math.ulp(expected));
        assertThat(PortableFunctions.FP64.expand(expanded)).isSameAs(expanded);
    }

    @Test
    void single_precision_has_its_own_shorter_expressions() {
        Expr logarithm = call(ElementaryFunction.LOG, x);
        Expr narrow = PortableFunctions.FP32.expand(logarithm);
        Expr wide = PortableFunctions.FP64.expand(logarithm);
        assertThat(OperationCount.of(List.of(narrow)).fmas())
                .isLessThan(OperationCount.of(List.of(wide)).fmas());
        assertThat(Evaluator.of(List.of(narrow)).run(Arithmetic.FLOAT, name -> 3f))
                .containsExactly((float) StrictMath.log(3));
    }

    @Test
    void functions_of_the_host_are_named() {
        Expr angle = graph.call(ElementaryFunction.ATAN2, List.of(x, t));
        assertThatThrownBy(() -> PortableFunctions.FP64.expand(angle))
                .hasMessage("atan2 is computed on the host only; kernels have sin, cos, exp, log, pow, tanh and floor");
        assertThat(why(call(ElementaryFunction.TAN, x), 1)).isEqualTo("tan is computed on the host only");
        assertThat(why(call(ElementaryFunction.COS, x), 1)).isEmpty();
    }

    @Test
    void sines_of_large_arguments_stay_on_the_host() {
        Expr wave = call(ElementaryFunction.SIN, graph.constant(1000).times(t).plus(x));
        assertThat(why(wave, 1000)).isEmpty();
        assertThat(why(wave, 2000))
                .isEqualTo("the argument of sin may reach 2.00e+06, and beyond 1048576 (2^20) it is computed on the"
                        + " host only");
        Expr bounded =
                call(ElementaryFunction.COS, call(ElementaryFunction.TANH, t).times(graph.constant(1000)));
        assertThat(why(bounded, 1e9)).isEmpty();
        assertThat(why(call(ElementaryFunction.SIN, x.over(t)), 1)).contains("Infinity");
    }

    @Test
    void ranges_contain_every_value() {
        Expr one = graph.constant(1);
        Expr power =
                graph.call(ElementaryFunction.POW, List.of(graph.absolute(x).plus(one), t.minus(one)));
        Expr root = graph.squareRoot(graph.fma(x, t, one));
        Expr all = graph.select(
                graph.compare(Form.Comparison.LESS, x, t),
                graph.maximum(power, x.negated()).over(t.plus(graph.constant(2))),
                graph.minimum(root, call(ElementaryFunction.FLOOR, call(ElementaryFunction.EXP, x))));
        Ranges ranges = new Ranges(all, name -> name.equals("x") ? new Interval(-2, 3) : new Interval(-1, 4));
        for (double atX = -2; atX <= 3; atX += 0.125) {
            for (double atT = -1; atT <= 4; atT += 0.125) {
                double[] at = {atX, atT};
                double value = Evaluator.evaluate(all, name -> name.equals("x") ? at[0] : at[1]);
                assertThat(Double.isNaN(value) || ranges.of(all).contains(value))
                        .as("%s at %s, %s in %s", value, atX, atT, ranges.of(all))
                        .isTrue();
            }
        }
        assertThat(ranges.of(all).largest()).isLessThan(100);
    }

    @Test
    void digits_of_fractions_are_exact() {
        assertThat(exact(DigitFunction.ROUND, Rational.of(5, 2))).isEqualTo(Rational.of(2));
        assertThat(exact(DigitFunction.ROUND, Rational.of(7, 2))).isEqualTo(Rational.of(4));
        assertThat(exact(DigitFunction.ROUND, Rational.of(-8, 3))).isEqualTo(Rational.of(-3));
        assertThat(exact(DigitFunction.POWER_OF_TWO, Rational.of(-3))).isEqualTo(Rational.of(1, 8));
        assertThat(exact(DigitFunction.EXPONENT, Rational.of(-1, 3))).isEqualTo(Rational.of(-2));
        assertThat(exact(DigitFunction.SIGNIFICAND, Rational.of(-1, 3))).isEqualTo(Rational.of(4, 3));
        assertThat(exact(DigitFunction.SIGN, Rational.of(-1, 3))).isEqualTo(Rational.of(-1));
    }

    private static Rational exact(DigitFunction function, Rational operand) {
        return Arithmetic.EXACT.digits(function, operand);
    }

    private static String why(Expr expression, double largest) {
        return PortableFunctions.whyOnHost(expression, name -> new Interval(-largest, largest));
    }

    private Expr call(ElementaryFunction function, Expr argument) {
        return graph.call(function, List.of(argument));
    }
}
