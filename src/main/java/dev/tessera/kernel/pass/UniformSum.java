package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An exact polynomial in values that are equal at all nodes: coefficients by product of factors. Immutable.
final class UniformSum {
    /// More terms are not worth their operations.
    private static final int MOST_TERMS = 24;

    private static final Comparator<List<Expr>> BY_FACTORS = Comparator.comparing(
            factors -> factors.stream().map(f -> "%08d".formatted(f.id())).collect(Collectors.joining()));

    static final UniformSum ZERO = new UniformSum(new TreeMap<>(BY_FACTORS));

    private final SortedMap<List<Expr>, Rational> terms; // without zeros; factors by ascending id

    private UniformSum(SortedMap<List<Expr>, Rational> terms) {
        this.terms = terms;
    }

    static UniformSum of(Rational number) {
        return ZERO.with(List.of(), number);
    }

    /// @param factor equal at all nodes
    static UniformSum of(Expr factor) {
        return ZERO.with(List.of(factor), Rational.ONE);
    }

    private UniformSum with(List<Expr> factors, Rational coefficient) {
        SortedMap<List<Expr>, Rational> sum = new TreeMap<>(terms);
        add(sum, factors, coefficient);
        return new UniformSum(sum);
    }

    private static void add(Map<List<Expr>, Rational> sum, List<Expr> factors, Rational coefficient) {
        Rational total = sum.getOrDefault(factors, Rational.ZERO).plus(coefficient);
        if (total.isZero()) {
            sum.remove(factors);
        } else {
            sum.put(factors, total);
        }
    }

    boolean isZero() {
        return terms.isEmpty();
    }

    boolean isTooLong() {
        return terms.size() > MOST_TERMS;
    }

    /// Whether no term is a number.
    boolean vanishesWithItsFactors() {
        return !terms.containsKey(List.<Expr>of());
    }

    /// The value, if it is a number; otherwise null.
    @Nullable
    Rational number() {
        return isZero() ? Rational.ZERO : terms.size() == 1 ? terms.get(List.<Expr>of()) : null;
    }

    UniformSum plus(UniformSum other) {
        SortedMap<List<Expr>, Rational> sum = new TreeMap<>(terms);
        other.terms.forEach((factors, coefficient) -> add(sum, factors, coefficient));
        return new UniformSum(sum);
    }

    UniformSum minus(UniformSum other) {
        return plus(other.times(of(Rational.of(-1))));
    }

    UniformSum times(UniformSum other) {
        SortedMap<List<Expr>, Rational> product = new TreeMap<>(BY_FACTORS);
        terms.forEach((factors, coefficient) -> other.terms.forEach((others, second) -> {
            List<Expr> all = Stream.concat(factors.stream(), others.stream())
                    .sorted(Comparator.comparingInt(Expr::id))
                    .toList();
            add(product, all, coefficient.times(second));
        }));
        return new UniformSum(product);
    }

    /// The value as an expression.
    Expr in(ExprGraph graph) {
        List<Expr> values = new ArrayList<>();
        terms.forEach((factors, coefficient) -> {
            Expr value = graph.constant(coefficient);
            for (Expr factor : factors) {
                value = value.times(factor);
            }
            values.add(value);
        });
        return graph.sum(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UniformSum sum && sum.terms.equals(terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }
}
