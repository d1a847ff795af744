package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import java.util.Collections;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// A number plus multiples of relaxation rates, exact: an entry of the matrix that a moment basis gives between
/// populations before and after a collision.
///
/// @param parts by the name of the rate; the plain number has the empty name; none is zero
record RateSum(SequencedMap<String, Rational> parts) {
    static final RateSum ZERO = new RateSum(new TreeMap<>());

    RateSum {
        SequencedMap<String, Rational> kept = new TreeMap<>(parts);
        kept.values().removeIf(Rational::isZero);
        parts = Collections.unmodifiableSequencedMap(kept);
    }

    static RateSum of(Rational number) {
        return ZERO.plus("", number);
    }

    boolean isZero() {
        return parts.isEmpty();
    }

    /// Adds a multiple of a rate (or of 1, for the empty name).
    RateSum plus(String rate, Rational factor) {
        SequencedMap<String, Rational> sum = new TreeMap<>(parts);
        sum.merge(rate, factor, Rational::plus);
        return new RateSum(sum);
    }

    RateSum minus(RateSum other) {
        RateSum difference = this;
        for (var part : other.parts.entrySet()) {
            difference = difference.plus(part.getKey(), part.getValue().negated());
        }
        return difference;
    }

    /// @param rate the expression of a rate, by its name
    Expr expression(ExprGraph graph, Function<String, Expr> rate) {
        Expr sum = graph.constant(0);
        for (var part : parts.entrySet()) {
            Expr factor = graph.constant(part.getValue());
            sum = sum.plus(part.getKey().isEmpty() ? factor : factor.times(rate.apply(part.getKey())));
        }
        return sum;
    }
}
