package dev.tessera.expr;

/// Expressions of `exp` and `tanh`: `e^x = 2^n e^r` with `|r| ≤ ln 2 / 2` and a polynomial in r.
final class ExponentialGraph extends FunctionGraph {
    ExponentialGraph(ExprGraph graph, FunctionFormat format) {
        super(graph, format);
    }

    /// `e^x = 2^power (1 + high + low)`.
    private record Reduced(Expr power, Expr high, Expr low) {}

    Expr exp(Expr x) {
        return unlessNan(x, exp(new Pair(limited(x), graph.constant(0))));
    }

    /// `x`, moved to where the exponential is 0 or infinite if it is beyond.
    Expr limited(Expr x) {
        return clamped(
                x, format.exponentials().getFirst(), format.exponentials().getLast());
    }

    /// @param x within the limits of the format
    Expr exp(Pair x) {
        Reduced reduced = reduce(x);
        Pair sum = sum(one, reduced.high());
        return scaled(sum.high().plus(sum.low().plus(reduced.low())), reduced.power());
    }

    private Reduced reduce(Pair x) {
        Expr power = round(x.high().times(constant(format.log2e())));
        Expr high = fma(power, constant(format.ln2().get(0).negated()), x.high()); // exact
        Expr low = fma(power, constant(format.ln2().get(1).negated()), x.low());
        Expr r = high.plus(low);
        Expr rest = r.squared().times(polynomial(format.exp(), r));
        return new Reduced(power, high, low.plus(rest));
    }

    /// `(e^2|x| - 1) / (e^2|x| + 1)`, numerator and denominator with twice the digits, one division.
    Expr tanh(Expr x) {
        Expr size = graph.absolute(x);
        Expr twice = graph.constant(2).times(graph.minimum(size, constant(format.tanhIsOne())));
        Reduced reduced = reduce(new Pair(twice, graph.constant(0)));
        Expr scale = graph.digits(Form.DigitFunction.POWER_OF_TWO, reduced.power());
        Pair change = sum(reduced.high(), reduced.low());
        Expr high = scale.times(change.high());
        Expr low = scale.times(change.low());
        Pair above = sum(sum(scale, graph.constant(-1)), high, low);
        Pair below = sum(sum(scale, one), high, low);
        Expr inverse = one.over(below.high());
        Expr quotient = above.high().times(inverse);
        Expr rest = minusProduct(quotient, below.high(), above.high())
                .plus(minusProduct(quotient, below.low(), above.low()));
        Expr result = fma(rest, inverse, quotient).times(sign(x));
        return unlessNan(x, whenLess(size, constant(format.tiny()), x, result));
    }

    private Pair sum(Pair large, Expr high, Expr low) {
        Pair sum = sum(large.high(), high);
        return new Pair(sum.high(), sum.low().plus(large.low().plus(low)));
    }
}
