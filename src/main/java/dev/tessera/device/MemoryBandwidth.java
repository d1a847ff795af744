package dev.tessera.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/// The machine's memory bandwidth with all cores: copying one array to another, and updating arrays in place.
/// Arrays are much larger than any cache; every core works on its own range, which it touched first.
///
/// @param copyGbPerS bytes read plus bytes written (the cache line that a write first reads is not counted)
/// @param updateGbPerS bytes read plus bytes written in place
public record MemoryBandwidth(double copyGbPerS, double updateGbPerS) {
    private static final long LARGEST_BYTES = 2L << 30; // of one array over all workers: larger than any cache
    private static final int SMALLEST_DOUBLES = 1 << 22; // per worker
    private static final int REPEATS = 5;

    /// Takes a second or two.
    public static MemoryBandwidth measure(ForkJoinPool workers, LongSupplier nanoTime) {
        int count = workers.getParallelism();
        // Two arrays, in at most a quarter of the maximum heap.
        long bytes = Math.min(LARGEST_BYTES, Runtime.getRuntime().maxMemory() / 8);
        int doubles = (int) Math.max(SMALLEST_DOUBLES, bytes / 8 / count);
        double[][] from = new double[count][];
        double[][] to = new double[count][];
        each(workers, count, w -> {
            from[w] = new double[doubles];
            to[w] = new double[doubles];
            Arrays.fill(from[w], 1 + w);
            Arrays.fill(to[w], 0);
        });
        double moved = 16.0 * doubles * count;
        double copy = moved / best(workers, count, nanoTime, w -> copy(from[w], to[w])) * 1e-9;
        double update = moved / best(workers, count, nanoTime, w -> update(from[w])) * 1e-9;
        return new MemoryBandwidth(copy, update);
    }

    private static void copy(double[] from, double[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
    }

    private static void update(double[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = 1.0000001 * values[i];
        }
    }

    private static double best(ForkJoinPool workers, int count, LongSupplier nanoTime, IntConsumer work) {
        double best = Double.POSITIVE_INFINITY;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long start = nanoTime.getAsLong();
            each(workers, count, work);
            best = Math.min(best, (nanoTime.getAsLong() - start) * 1e-9);
        }
        return best;
    }

    private static void each(ForkJoinPool workers, int count, IntConsumer work) {
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int w = 0; w < count; w++) {
            int mine = w;
            tasks.add(workers.submit(() -> work.accept(mine)));
        }
        tasks.forEach(ForkJoinTask::join);
    }
}
