package dev.tessera.expr;

import dev.tessera.expr.Form.Comparison;

/// Expressions of `sin` and `cos`: `x = n pi / 2 + r` with `|r| ≤ pi / 4` in twice the digits, and polynomials in
/// r. The reduction follows Cody and Waite (Software Manual for the Elementary Functions, 1980), with fused
/// multiply-adds.
final class SineGraph extends FunctionGraph {
    /// Beyond it a result is NaN.
    static final Rational LARGEST = Rational.of(1 << 20);

    SineGraph(ExprGraph graph, FunctionFormat format) {
        super(graph, format);
    }

    /// @param quarter -2, -1, 0, 1 or 2 quarters of a turn
    private record Reduced(Expr quarter, Pair angle) {}

    private Reduced reduce(Expr x) {
        Expr n = round(x.times(constant(format.twoOverPi())));
        Expr first = fma(n, constant(format.halfPi().get(0).negated()), x); // exact
        Pair second = product(n, constant(format.halfPi().get(1)));
        Expr high = first.minus(second.high());
        Expr shift = high.minus(first);
        Expr error = first.minus(high.minus(shift)).minus(second.high().plus(shift));
        Expr low = fma(n, constant(format.halfPi().get(2).negated()), error.minus(second.low()));
        Expr turns = round(n.times(graph.constant(1, 4)));
        return new Reduced(fma(turns, graph.constant(-4), n), sum(high, low));
    }

    Expr sin(Expr x) {
        Reduced reduced = reduce(x);
        Expr place = reduced.quarter().minus(half());
        Expr value = value(reduced, sine(reduced.angle()), cosine(reduced.angle()), place);
        Expr size = graph.absolute(x);
        return limited(size, whenLess(size, constant(format.tiny()), x, value));
    }

    Expr cos(Expr x) {
        Reduced reduced = reduce(x);
        Expr place = reduced.quarter().plus(half());
        Expr value = value(reduced, cosine(reduced.angle()), sine(reduced.angle()), place);
        return limited(graph.absolute(x), value);
    }

    /// @param place beyond 1 in size where the sign changes
    private Expr value(Reduced reduced, Expr even, Expr odd, Expr place) {
        Expr quarter = graph.absolute(reduced.quarter());
        Expr size = graph.select(graph.compare(Comparison.EQUAL, quarter, one), odd, even);
        return whenLess(one, graph.absolute(place), graph.negate(size), size);
    }

    private Expr limited(Expr size, Expr value) {
        return whenAtMost(size, constant(LARGEST), value, nan(size));
    }

    private Expr sine(Pair r) {
        Expr z = r.high().squared();
        Expr cubic = r.high().times(z).times(polynomial(format.sin(), z));
        return r.high().plus(fma(r.low(), fma(z, graph.constant(-1, 2), one), cubic));
    }

    private Expr cosine(Pair r) {
        Pair square = product(r.high(), r.high());
        Expr z = square.high();
        Expr half = half().times(z);
        Expr high = one.minus(half);
        Expr low = one.minus(high).minus(half); // exact
        Expr quartic = z.squared().times(polynomial(format.cos(), z));
        Expr linear = fma(square.low(), half(), r.high().times(r.low()));
        return high.plus(low.plus(quartic.minus(linear)));
    }
}
