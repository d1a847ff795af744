package dev.tessera.expr;

import dev.tessera.expr.Form.DigitFunction;

/// Expressions of `log` and `pow`: `x = 2^e (1 + f)` with `1 + f` between √½ and √2, and
/// `log(1 + f) = 2 atanh(s)`, `s = f / (2 + f)`.
final class LogarithmGraph extends FunctionGraph {
    private static final Rational ROOT_OF_TWO = Rational.exactly(0x1.6a09e6p0); // 24 digits

    LogarithmGraph(ExprGraph graph, FunctionFormat format) {
        super(graph, format);
    }

    private record Reduced(Expr exponent, Expr fraction) {}

    /// @param x positive and finite
    private Reduced reduce(Expr x) {
        Expr least = constant(format.smallestNormal());
        Expr many = graph.constant(Rational.of(1L << format.digits()));
        Expr normal = whenLess(x, least, x.times(many), x);
        Expr shift = whenLess(x, least, graph.constant(format.digits()), graph.constant(0));
        Expr significand = graph.digits(DigitFunction.SIGNIFICAND, normal);
        Expr exponent = graph.digits(DigitFunction.EXPONENT, normal).minus(shift);
        Expr root = constant(ROOT_OF_TWO);
        Expr centred = whenLess(root, significand, significand.times(half()), significand);
        return new Reduced(whenLess(root, significand, exponent.plus(one), exponent), centred.minus(one));
    }

    Expr log(Expr x) {
        Reduced reduced = reduce(x);
        Expr f = reduced.fraction();
        Expr s = f.over(f.plus(graph.constant(2)));
        Expr z = s.squared();
        Expr rest = z.times(polynomial(format.log(), z));
        Expr half = half().times(f.squared());
        Pair sum = sum(reduced.exponent().times(constant(format.shortLn2().get(0))), f);
        Expr low = reduced.exponent().times(constant(format.shortLn2().get(1)));
        Expr correction = half.minus(fma(s, half.plus(rest), low));
        Expr value = sum.high().plus(sum.low().minus(correction));
        Expr size = graph.absolute(x);
        Expr special = whenEqual(x, graph.constant(0), graph.negate(infinity(size)), nan(size));
        return whenLess(graph.constant(0), x, whenAtMost(x, constant(format.largest()), value, x), special);
    }

    /// Zeros, infinities and NaN as in [StrictMath#pow].
    Expr pow(Expr x, Expr y) {
        Expr zero = graph.constant(0);
        Expr largest = constant(format.largest());
        Expr base = graph.absolute(x);
        Expr power = finitePower(base, y);
        Expr ofInfinity = whenLess(zero, y, base, whenEqual(base, zero, infinity(base), zero));
        Expr ofFinite = whenAtMost(base, largest, power, ofInfinity);
        Expr size = whenEqual(base, zero, ofInfinity, ofFinite);

        Expr half = half().times(y);
        Expr whole = round(y);
        Expr signed = whenEqual(round(half), half, size, size.times(sign(x)));
        Expr nan = nan(base);
        Expr ofNegative = whenLess(x, zero, whenAtMost(constant(format.largest().negated()), x, nan, size), size);
        Expr result = whenEqual(whole, y, signed, ofNegative);
        Expr ofOne = whenLess(largest, graph.absolute(y), nan, result);
        Expr defined = whenEqual(base, one, ofOne, result);
        return whenEqual(y, zero, one, unlessNan(x, unlessNan(y, defined)));
    }

    private Expr finitePower(Expr base, Expr y) {
        Rational most = format.largestPower();
        Expr exponent = clamped(y, most.negated(), most);
        Pair log = longLog(base);
        Pair product = product(exponent, log.high());
        Expr low = fma(exponent, log.low(), product.low());
        var exponential = new ExponentialGraph(graph, format);
        Expr limited = exponential.limited(product.high());
        Expr tail = whenEqual(limited, product.high(), low, graph.constant(0));
        return exponential.exp(new Pair(limited, tail));
    }

    /// The logarithm with about ten digits more than those of the format.
    private Pair longLog(Expr x) {
        Expr two = graph.constant(2);
        Reduced reduced = reduce(x);
        Expr f = reduced.fraction();
        Pair below = sum(two, f);
        Expr inverse = one.over(below.high());
        Expr s = f.times(inverse);
        Expr rest = minusProduct(s, below.low(), minusProduct(s, below.high(), f));
        Expr sLow = rest.times(inverse);
        Pair square = product(s, s);
        Expr squareLow = fma(two.times(s), sLow, square.low());
        Pair cube = product(s, square.high());
        Expr cubeLow = fma(s, squareLow, fma(sLow, square.high(), cube.low()));
        Expr tail = square.high().times(polynomial(format.logTail(), square.high()));
        Pair factor = sum(constant(format.twoThirds().get(0)), tail);
        Expr factorLow = factor.low().plus(constant(format.twoThirds().get(1)));
        Pair term = product(cube.high(), factor.high());
        Expr termLow = fma(cube.high(), factorLow, fma(cubeLow, factor.high(), term.low()));
        Pair log = sum(two.times(s), term.high());
        Expr logLow = log.low().plus(fma(two, sLow, termLow));
        Pair sum = sum(reduced.exponent().times(constant(format.shortLn2().get(0))), log.high());
        Expr low = sum.low()
                .plus(fma(reduced.exponent(), constant(format.shortLn2().get(1)), logLow));
        return sum(sum.high(), low);
    }
}
