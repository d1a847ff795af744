package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Multiplies a vector of expressions by an exact matrix with few operations: pairs of terms that several
/// rows share (up to a factor) are added once, the most frequent first; terms of equal coefficient are added
/// before they are multiplied.
///
/// Source of the greedy pair sharing: Paar, IEEE Int. Symp. Information Theory (1997), here with coefficients.
final class LinearMap {
    private final ExprGraph graph;
    private final List<Expr> values; // inputs, then shared sums
    private final List<TreeMap<Integer, Rational>> rows = new ArrayList<>();

    private LinearMap(ExprGraph graph, List<Expr> inputs) {
        this.graph = graph;
        this.values = new ArrayList<>(inputs);
    }

    /// @param matrix rows of coefficients, each as long as `inputs`
    /// @return one expression per row
    static List<Expr> apply(ExprGraph graph, List<List<Rational>> matrix, List<Expr> inputs) {
        var map = new LinearMap(graph, inputs);
        for (List<Rational> coefficients : matrix) {
            TreeMap<Integer, Rational> row = new TreeMap<>();
            for (int j = 0; j < coefficients.size(); j++) {
                if (!coefficients.get(j).isZero() && !inputs.get(j).isConstant(Rational.ZERO)) {
                    row.put(j, coefficients.get(j));
                }
            }
            map.rows.add(row);
        }
        while (map.shareMostFrequentPair()) {}
        return map.rows.stream().map(map::sum).toList();
    }

    /// Two terms `values[i] + ratio * values[j]`.
    private record Pair(int i, int j, Rational ratio) {}

    private boolean shareMostFrequentPair() {
        Map<Pair, Integer> counts = new LinkedHashMap<>();
        for (TreeMap<Integer, Rational> row : rows) {
            for (var a : row.entrySet()) {
                for (var b : row.tailMap(a.getKey(), false).entrySet()) {
                    counts.merge(new Pair(a.getKey(), b.getKey(), b.getValue().over(a.getValue())), 1, Integer::sum);
                }
            }
        }
        Pair best = null;
        int bestSaving = 0;
        for (var entry : counts.entrySet()) {
            int saving = (entry.getValue() - 1) * (isUnit(entry.getKey().ratio()) ? 2 : 3);
            if (saving > bestSaving) {
                best = entry.getKey();
                bestSaving = saving;
            }
        }
        if (best == null) {
            return false;
        }
        share(best);
        return true;
    }

    private void share(Pair pair) {
        Expr first = values.get(pair.i());
        Expr second = values.get(pair.j());
        boolean scaleSecond = isUnit(pair.ratio()) || !isUnit(pair.ratio().inverse()) && isInteger(pair.ratio());
        int shared = values.size();
        values.add(
                scaleSecond
                        ? first.plus(graph.constant(pair.ratio()).times(second))
                        : graph.constant(pair.ratio().inverse()).times(first).plus(second));
        for (TreeMap<Integer, Rational> row : rows) {
            Rational a = row.get(pair.i());
            Rational b = row.get(pair.j());
            if (a != null && b != null && b.over(a).equals(pair.ratio())) {
                row.remove(pair.i());
                row.remove(pair.j());
                row.put(shared, scaleSecond ? a : b);
            }
        }
    }

    /// Terms of equal absolute coefficient first; the groups in the order of their first term, that of coefficient 1
    /// first.
    private Expr sum(SequencedMap<Integer, Rational> row) {
        TreeMap<Rational, Expr> groups = new TreeMap<>();
        List<Rational> order = new ArrayList<>();
        for (var term : row.entrySet()) {
            boolean negative = term.getValue().signum() < 0;
            Rational size = negative ? term.getValue().negated() : term.getValue();
            Expr so = groups.getOrDefault(size, graph.constant(0));
            Expr value = values.get(term.getKey());
            groups.put(size, negative ? so.minus(value) : so.plus(value));
            if (!order.contains(size)) {
                order.add(size.isOne() ? 0 : order.size(), size);
            }
        }
        Expr total = graph.constant(0);
        for (Rational size : order) {
            total = total.plus(graph.constant(size).times(Objects.requireNonNull(groups.get(size))));
        }
        return total;
    }

    private static boolean isUnit(Rational value) {
        return value.isOne() || value.negated().isOne();
    }

    private static boolean isInteger(Rational value) {
        return value.denominator().bitLength() == 1;
    }
}
