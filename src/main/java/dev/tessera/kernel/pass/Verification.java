package dev.tessera.kernel.pass;

import dev.tessera.expr.Arithmetic;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeEvaluator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Compares two kernels at scattered points, the same in every run.
final class Verification {
    private static final int POINTS = 16;
    private static final double TOLERANCE = 1e-11;
    private static final double GOLDEN = 0.6180339887498949;

    private Verification() {}

    static void compare(Pass pass, Kernel before, Kernel after) {
        NodeEvaluator old = NodeEvaluator.of(before);
        NodeEvaluator changed = NodeEvaluator.of(after);
        for (int point = 0; point < POINTS; point++) {
            Map<Kernel.Source, Double> inputs = new LinkedHashMap<>();
            int seed = point;
            Map<Kernel.Sink, Double> expected = old.run(
                    Arithmetic.DOUBLE, source -> inputs.computeIfAbsent(source, s -> value(seed, inputs.size())));
            Map<Kernel.Sink, Double> actual = changed.run(
                    Arithmetic.DOUBLE, source -> inputs.computeIfAbsent(source, s -> value(seed, inputs.size())));
            if (!expected.keySet().equals(actual.keySet())) {
                throw new IllegalStateException("pass %s of kernel %s stores %s instead of %s"
                        .formatted(pass.key(), before.name(), actual.keySet(), expected.keySet()));
            }
            expected.forEach((sink, value) -> {
                if (differ(pass, value, Objects.requireNonNull(actual.get(sink)))) {
                    throw new IllegalStateException("pass %s changed the value that kernel %s stores to %s: %s became %s at %s"
                            .formatted(pass.key(), before.name(), sink, value, actual.get(sink), inputs));
                }
            });
        }
    }

    private static boolean differ(Pass pass, double expected, double actual) {
        if (pass.keepsBits()) {
            return Double.doubleToLongBits(expected) != Double.doubleToLongBits(actual);
        }
        return !(Math.abs(expected - actual) <= TOLERANCE * Math.max(1, Math.abs(expected)));
    }

    /// Scattered over 0.1 … 1.1 by multiples of the golden ratio.
    private static double value(int point, int input) {
        double t = (1 + input + 64.0 * point) * GOLDEN;
        return 0.1 + (t - Math.floor(t));
    }
}
