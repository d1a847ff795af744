package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.ExpressionParser.ExpressionException;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpressionParserTest {
    private static final SequencedMap<String, Double> CONSTANTS = new LinkedHashMap<>();

    static {
        CONSTANTS.put("period", 0.8);
        CONSTANTS.put("U0", 0.25);
    }

    private static Expr parse(String text) {
        return ExpressionParser.parse(new ExprGraph(), CONSTANTS, text);
    }

    /// At x = 2, y = 3, z = 5, t = 0.1.
    private static double value(String text) {
        return Evaluator.evaluate(parse(text), name -> switch (name) {
            case "x" -> 2.0;
            case "y" -> 3.0;
            case "z" -> 5.0;
            case "t" -> 0.1;
            default -> throw new IllegalArgumentException(name);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 + 2*3                          | 7
            (1 + 2)*3                        | 9
            10 - 4 - 3                       | 3
            16/4/2                           | 2
            -2^2                             | -4
            2^3^2                            | 512
            2^-1                             | 0.5
            2*-3                             | -6
            --3                              | 3
            x*y + z                          | 11
            x^2*y                            | 12
            1.5e-1 + .5                      | 0.65
            2.                               | 2
            period*U0                        | 0.2
            max(0, sin(0))                   | 0
            max(1, 7, 3)                     | 7
            min(x, y, z)                     | 2
            abs(-x)                          | 2
            sqrt(x*8)                        | 4
            pow(x, y)                        | 8
            floor(2.7)                       | 2
            if(t < period, 1, 2)             | 1
            if(t > period, 1, 2)             | 2
            if(x == 2, 1, 2)                 | 1
            if(x != 2, 1, 2)                 | 2
            if(x <= 2, 1, 2)                 | 1
            if(x >= 2.5, 1, 2)               | 2
            if(t < 1, if(x < 1, 5, 6), 7)    | 6
            if((t < 1), 3, 4)                | 3
            0.3*4*y*(0.41 - y)/0.41^2        | -55.46698393813206
            """)
    void expressions_follow_the_rules_of_arithmetic(String text, double expected) {
        assertThat(value(text)).isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.1, 0.7})
    void functions_are_those_of_strict_math(double t) {
        assertThat(Evaluator.evaluate(
                        parse("sin(2*pi*t/period) + cos(t) + tan(t) + exp(-t) + log(1 + t) + tanh(t) + atan2(t, 2)"),
                        name -> t))
                .isCloseTo(
                        StrictMath.sin(2 * Math.PI * t / 0.8)
                                + StrictMath.cos(t)
                                + StrictMath.tan(t)
                                + StrictMath.exp(-t)
                                + StrictMath.log(1 + t)
                                + StrictMath.tanh(t)
                                + StrictMath.atan2(t, 2),
                        within(1e-14));
    }

    @Test
    void a_small_power_is_a_product() {
        assertThat(parse("x^3").toString()).isEqualTo("x*x*x");
        assertThat(parse("x^0.5").toString()).contains("pow");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            sin(2*pi*t              | 3  | this bracket is not closed
            (1 + 2                  | 0  | this bracket is not closed
            1 +                     | 3  | the expression ends too early; a number, a name or a bracket is expected
            2x                      | 1  | after 2 an operator is missing; write 2*x
            x**2                    | 1  | powers are written with ^, such as x^2
            sinn(t)                 | 0  | unknown function 'sinn'; known: sin, cos, tan, exp, log, pow, sqrt, abs, min, max, tanh, floor, atan2, if
            sin t                   | 0  | the function sin takes its arguments in brackets
            sin()                   | 0  | sin takes 1 argument, not 0
            sin(1, 2)               | 0  | sin takes 1 argument, not 2
            max(1)                  | 0  | max takes 2 arguments or more, not 1
            t < 1                   | 0  | a comparison is no number; write if(comparison, 1, 0)
            1 + (t < 1)             | 4  | a comparison is no number; write if(comparison, 1, 0)
            if(t, 1, 2)             | 3  | the first argument of if is a comparison, such as t < 1
            if(0 < t < 1, 1, 2)     | 5  | comparisons cannot be chained; write if(a < b, if(b < c, …), …)
            if(t = 1, 1, 2)         | 5  | '=' is no comparison; write ==
            x/0                     | 2  | this divides by zero
            0,5*t                   | 1  | ',' is not expected here; a decimal number takes a point
            t & 1                   | 2  | '&' is not expected here; conditions are combined by nested if(…)
            [t]                     | 0  | '[' is not expected here; brackets are ( and )
            perod*2                 | 0  | unknown name 'perod'; known: period, x, y, z, t, pi, e, U0. Other names are given in constants
            """)
    void errors_of_expressions_have_a_place_and_a_remedy(String text, int offset, String message) {
        ExpressionException error = (ExpressionException) catchThrowable(() -> parse(text));
        assertThat(error).hasMessage(message);
        assertThat(error.offset()).isEqualTo(offset);
    }

    @Test
    void an_empty_expression_is_refused() {
        assertThatThrownBy(() -> parse("  ")).hasMessage("the expression is empty");
    }

    @Test
    void numbers_do_not_grow_without_bound() {
        String text = "9";
        for (int i = 0; i < 20; i++) {
            text = "(" + text + ")^8";
        }
        String huge = text;
        assertThatThrownBy(() -> parse(huge)).hasMessage("this number is too large");
    }

    @Test
    void names_with_a_meaning_are_no_constants() {
        assertThat(ExpressionParser.whyNoConstant("x")).startsWith("'x' has a meaning in expressions already");
        assertThat(ExpressionParser.whyNoConstant("sin")).isNotEmpty();
        assertThat(ExpressionParser.whyNoConstant("2a")).isNotEmpty();
        assertThat(ExpressionParser.whyNoConstant("period_1")).isEmpty();
    }

    @Test
    void random_text_is_an_expression_or_an_expression_error() {
        String[] words = {
            "x", "t", "sin", "if", "(", ")", ",", "+", "-", "*", "/", "^", "<", "=", "1", "0", "2.5", "pi", " ", "é",
            "max"
        };
        SplittableRandom random = new SplittableRandom(3);
        int parsed = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(14);
            for (int j = 0; j < length; j++) {
                text.append(words[random.nextInt(words.length)]);
            }
            try {
                parse(text.toString());
                parsed++;
            } catch (ExpressionException expected) {
                assertThat(expected.offset()).isBetween(0, text.length());
            }
        }
        assertThat(parsed).isGreaterThan(100);
    }

    @Test
    void deep_nesting_is_refused_and_does_not_overflow() {
        assertThatThrownBy(() -> parse("(".repeat(1900) + "1" + ")".repeat(1900)))
                .isInstanceOf(ExpressionException.class)
                .hasMessage("the expression is nested too deeply");
        assertThatThrownBy(() -> parse("-".repeat(1900) + "1")).hasMessage("the expression is nested too deeply");
        assertThatThrownBy(() -> parse("2^".repeat(1900) + "1")).hasMessage("the expression is nested too deeply");
    }
}
