package dev.tessera.expr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    private final ExprGraph graph = new ExprGraph();
    private final Expr x = graph.symbol("x");
    private final Expr y = graph.symbol("y");

    @Test
    void binomials_expand() {
        Expr expanded = x.squared().plus(graph.constant(2).times(x).times(y)).plus(y.squared());
        Identity identity = Identity.of(x.plus(y).squared(), expanded);
        assertThat(identity.holds()).isTrue();
        assertThat(identity.errorBound()).isLessThan(1e-100);
        assertThat(identity.counterexample()).isNull();
    }

    @Test
    void fractions_are_compared_as_functions() {
        Expr one = graph.constant(1);
        Expr sum = one.over(x).plus(one.over(y));
        assertThat(Identity.holds(sum, x.plus(y).over(x.times(y)))).isTrue();
        assertThat(Identity.holds(sum, x.plus(y).over(x.times(x)))).isFalse();
    }

    @Test
    void a_small_difference_is_found_and_shown() {
        Identity identity = Identity.of(x, x.times(graph.constant(1_000_000_001, 1_000_000_000)));
        assertThat(identity.holds()).isFalse();
        assertThat(identity.counterexample()).contains("modulo 2^61 - 1 at {x=");
    }

    @Test
    void comparisons_are_refused() {
        assertThatThrownBy(() -> Identity.of(graph.minimum(x, y), x))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("a prime field has no minima: identity testing needs expressions without an order");
    }

    @Test
    void square_roots_are_roots() {
        Expr root = graph.squareRoot(x.squared().plus(y.squared()));
        Expr one = graph.constant(1);
        Identity identity = Identity.of(x.squared().over(root.minus(y)), root.plus(y));
        assertThat(identity.holds()).isTrue();
        assertThat(identity.points()).isEqualTo(8);
        assertThat(identity.errorBound()).isLessThan(1e-100);
        assertThat(Identity.holds(
                        one.over(root.plus(one)),
                        root.minus(one).over(root.squared().minus(one))))
                .isTrue();
        assertThat(Identity.holds(graph.squareRoot(x).times(graph.squareRoot(y)), graph.squareRoot(x.times(y))))
                .isTrue();
    }

    @Test
    void a_wrong_root_is_found() {
        Expr root = graph.squareRoot(x.squared().plus(y));
        assertThat(Identity.holds(root, x.plus(graph.squareRoot(y)))).isFalse();
        assertThat(Identity.holds(root, root.negated())).isFalse();
        assertThat(Identity.holds(graph.squareRoot(x.squared()), x)).isFalse(); // it is the absolute value
    }

    @Test
    void nested_roots_have_points() {
        Expr nested = graph.squareRoot(x.plus(graph.squareRoot(y)));
        Expr conjugate = graph.squareRoot(x.minus(graph.squareRoot(y)));
        Expr product = graph.squareRoot(x.squared().minus(y));
        assertThat(Identity.of(nested.times(conjugate), product).points()).isEqualTo(8);
        assertThat(Identity.holds(nested.times(conjugate), product)).isTrue();
        assertThat(Identity.holds(nested.times(conjugate), product.plus(nested)))
                .isFalse();
    }

    @Test
    void elementary_functions_are_unknown_functions_of_their_arguments() {
        Expr expanded = x.squared().minus(y.squared());
        Expr factored = x.plus(y).times(x.minus(y));
        assertThat(Identity.holds(x.times(sine(expanded)), sine(factored).times(x)))
                .isTrue();
        assertThat(Identity.holds(sine(x), sine(y))).isFalse();
        Expr cosine = graph.call(Form.ElementaryFunction.COS, List.of(x));
        assertThat(Identity.holds(sine(x), cosine)).isFalse();
        Expr one = graph.constant(1);
        assertThat(Identity.holds(sine(x).squared().plus(cosine.squared()), one))
                .isFalse(); // true for sine and cosine, but not for all functions
        Expr power = graph.call(Form.ElementaryFunction.POW, List.of(x, y));
        Expr swapped = graph.call(Form.ElementaryFunction.POW, List.of(y, x));
        assertThat(Identity.holds(power, swapped)).isFalse();
    }

    @Test
    void iterations_are_unknown_functions_of_their_operands() {
        Expr expanded = x.squared().minus(y.squared());
        Expr factored = x.plus(y).times(x.minus(y));
        UnaryOperator<Expr> half =
                initial -> graph.iterate("halves", 3, List.of(graph.symbol("s")), List.of(initial), halved())
                        .getFirst();
        assertThat(Identity.holds(half.apply(expanded).times(x), x.times(half.apply(factored))))
                .isTrue();
        assertThat(Identity.holds(half.apply(x), half.apply(y))).isFalse();
    }

    private Iteration.Step halved() {
        Expr s = graph.symbol("s");
        Expr continues = graph.compare(Form.Comparison.LESS, graph.constant(1), s);
        return new Iteration.Step(continues, List.of(s.times(graph.constant(1, 2))));
    }

    private Expr sine(Expr argument) {
        return graph.call(Form.ElementaryFunction.SIN, List.of(argument));
    }

    @Test
    void an_expression_that_is_nowhere_defined_is_refused() {
        Expr zero = x.times(y).minus(y.times(x));
        assertThatThrownBy(() -> Identity.of(x.over(zero), x)).hasMessageContaining("at every point");
        assertThatThrownBy(() -> Identity.of(graph.squareRoot(graph.constant(3)), x))
                .hasMessageContaining("a root does not exist");
    }

    @Test
    void the_prime_field_agrees_with_big_integers() {
        var field = new PrimeField();
        BigInteger prime = BigInteger.valueOf(PrimeField.PRIME);
        long[] samples = {0, 1, 2, PrimeField.PRIME - 1, PrimeField.PRIME / 3, 1L << 60, 0x123456789ABCDEFL};
        for (long a : samples) {
            for (long b : samples) {
                BigInteger product =
                        BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).mod(prime);
                assertThat(field.multiply(a, b)).isEqualTo(product.longValueExact());
                assertThat(field.add(a, b))
                        .isEqualTo(BigInteger.valueOf(a)
                                .add(BigInteger.valueOf(b))
                                .mod(prime)
                                .longValueExact());
                assertThat(field.subtract(a, b))
                        .isEqualTo(BigInteger.valueOf(a)
                                .subtract(BigInteger.valueOf(b))
                                .mod(prime)
                                .longValueExact());
                if (b != 0) {
                    assertThat(field.multiply(Objects.requireNonNull(field.divide(a, b)), b))
                            .isEqualTo(a);
                }
            }
        }
        assertThat(field.constant(Rational.of(-1, 2))).isEqualTo(field.divide(field.negate(1L), 2L));
    }

    @Test
    void the_degree_bounds_the_error() {
        assertThat(Degree.of(List.of(x.plus(y).squared().over(x)))).isEqualTo(3);
        assertThat(Degree.of(List.of(graph.fma(x, y, graph.constant(1))))).isEqualTo(2);
        assertThat(Degree.of(List.of(graph.constant(5)))).isEqualTo(0);
        assertThat(Degree.of(List.of(graph.squareRoot(x), graph.squareRoot(y)))).isEqualTo(4 * 2);
        assertThat(Degree.of(List.of(sine(x), sine(x.squared())))).isEqualTo(2 + 2 * (1 + 2));
    }
}
