package dev.tessera.expr;

import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.DigitFunction;
import java.util.List;

/// What expressions of elementary functions share. A value of twice the digits is the unevaluated sum of two
/// ([Pair]); error-free sums and products follow Dekker, Numer. Math. 18, 224 (1971).
sealed class FunctionGraph permits ExponentialGraph, LogarithmGraph, SineGraph {
    final ExprGraph graph;
    final FunctionFormat format;
    final Expr one;

    FunctionGraph(ExprGraph graph, FunctionFormat format) {
        this.graph = graph;
        this.format = format;
        this.one = graph.constant(1);
    }

    /// @param low at most half of the last digit of `high`
    record Pair(Expr high, Expr low) {}

    Expr constant(Rational value) {
        return graph.constant(value);
    }

    Expr half() {
        return graph.constant(1, 2);
    }

    /// The nearest whole number.
    Expr round(Expr x) {
        return graph.digits(DigitFunction.ROUND, x);
    }

    Expr sign(Expr x) {
        return graph.digits(DigitFunction.SIGN, x);
    }

    Expr fma(Expr a, Expr b, Expr c) {
        return graph.fma(a, b, c);
    }

    /// `-(a b) + c`.
    Expr minusProduct(Expr a, Expr b, Expr c) {
        return graph.fma(graph.negate(a), b, c);
    }

    Expr whenLess(Expr left, Expr right, Expr then, Expr otherwise) {
        return graph.select(graph.compare(Comparison.LESS, left, right), then, otherwise);
    }

    Expr whenAtMost(Expr left, Expr right, Expr then, Expr otherwise) {
        return graph.select(graph.compare(Comparison.LESS_OR_EQUAL, left, right), then, otherwise);
    }

    Expr whenEqual(Expr left, Expr right, Expr then, Expr otherwise) {
        return graph.select(graph.compare(Comparison.EQUAL, left, right), then, otherwise);
    }

    /// The value, or NaN where `x` is NaN.
    Expr unlessNan(Expr x, Expr value) {
        return whenEqual(x, x, value, x);
    }

    /// Infinity, for a number that is not negative.
    Expr infinity(Expr x) {
        Expr largest = constant(format.largest());
        return x.plus(largest).times(largest);
    }

    /// NaN, for a number that is not negative.
    Expr nan(Expr x) {
        Expr largest = constant(format.largest());
        return infinity(x).plus(x.plus(largest).times(constant(format.largest().negated())));
    }

    /// A polynomial by Horner's rule.
    /// @param coefficients of rising powers
    Expr polynomial(List<Rational> coefficients, Expr x) {
        Expr sum = constant(coefficients.getLast());
        for (Rational coefficient : coefficients.reversed().subList(1, coefficients.size())) {
            sum = fma(sum, x, constant(coefficient));
        }
        return sum;
    }

    /// The exact sum.
    /// @param large zero, or not smaller than the other
    Pair sum(Expr large, Expr small) {
        Expr high = large.plus(small);
        return new Pair(high, small.minus(high.minus(large)));
    }

    /// The exact product.
    Pair product(Expr a, Expr b) {
        Expr high = a.times(b);
        return new Pair(high, fma(a, b, graph.negate(high)));
    }

    /// `value 2^power`, rounded once.
    /// @param value between 1/2 and 2
    /// @param power a whole number, at most twice as large as the format's exponents
    Expr scaled(Expr value, Expr power) {
        Expr first = round(power.times(half()));
        Expr second = power.minus(first);
        return value.times(graph.digits(DigitFunction.POWER_OF_TWO, first))
                .times(graph.digits(DigitFunction.POWER_OF_TWO, second));
    }

    Expr clamped(Expr x, Rational least, Rational most) {
        return graph.minimum(graph.maximum(x, constant(least)), constant(most));
    }
}
