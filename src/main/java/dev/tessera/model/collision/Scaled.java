package dev.tessera.model.collision;

import dev.tessera.expr.Rational;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A vector as a positive factor times values, as many of which as possible are 1 or -1.
record Scaled(Rational factor, List<Rational> values) {
    static Scaled of(List<Rational> vector) {
        Map<Rational, Integer> counts = new LinkedHashMap<>();
        for (Rational value : vector) {
            if (!value.isZero()) {
                counts.merge(value.signum() < 0 ? value.negated() : value, 1, Integer::sum);
            }
        }
        Rational factor = Rational.ONE;
        int most = 0;
        for (var entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                factor = entry.getKey();
                most = entry.getValue();
            }
        }
        Rational chosen = factor;
        return new Scaled(
                chosen, vector.stream().map(value -> value.over(chosen)).toList());
    }
}
