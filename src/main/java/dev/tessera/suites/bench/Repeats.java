package dev.tessera.suites.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// Times of a repeated measurement, seconds, ascending.
record Repeats(double[] sorted) {
    private static final int LEAST = 3;

    /// Repeats a measurement for some seconds, of which the first half warms up.
    /// @param duration of each half; in it three repeats or more
    /// @param once measures, and returns seconds
    static Repeats of(LongSupplier nanoTime, double duration, DoubleSupplier once) {
        long start = nanoTime.getAsLong();
        do {
            once.getAsDouble();
        } while (since(start, nanoTime) < duration);
        List<Double> seconds = new ArrayList<>();
        start = nanoTime.getAsLong();
        do {
            seconds.add(once.getAsDouble());
        } while (seconds.size() < LEAST || since(start, nanoTime) < duration);
        return of(seconds);
    }

    static Repeats of(List<Double> seconds) {
        return new Repeats(
                seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    private static double since(long start, LongSupplier nanoTime) {
        return (nanoTime.getAsLong() - start) * 1e-9;
    }

    double median() {
        return sorted[sorted.length / 2];
    }

    /// Adds their number, and their spread: (slowest - fastest) / median.
    void put(Map<String, Object> row) {
        row.put("repeats", sorted.length);
        row.put("spread", (sorted[sorted.length - 1] - sorted[0]) / median());
    }
}
