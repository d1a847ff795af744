package dev.tessera.suites.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Times of a repeated measurement, seconds, ascending.
record Repeats(double[] sorted) {
    private static final int LEAST = 3;

    /// Times work for some seconds, after as long a warm-up.
    /// @param duration of all repeats; three of them at least
    static Repeats of(LongSupplier nanoTime, double duration, Runnable once) {
        long start = nanoTime.getAsLong();
        do {
            once.run();
        } while (since(start, nanoTime) < duration);
        List<Double> seconds = new ArrayList<>();
        start = nanoTime.getAsLong();
        do {
            long begin = nanoTime.getAsLong();
            once.run();
            seconds.add(since(begin, nanoTime));
        } while (seconds.size() < LEAST || since(start, nanoTime) < duration);
        return of(seconds);
    }

    static Repeats of(List<Double> seconds) {
        return new Repeats(
                seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    /// Times of parts of the same repeats.
    /// @param seconds of the warm-up, too
    Repeats last(List<Double> seconds) {
        return of(seconds.subList(seconds.size() - sorted.length, seconds.size()));
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
