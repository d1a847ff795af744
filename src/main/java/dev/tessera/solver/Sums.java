package dev.tessera.solver;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Reductions over a fixed tree: blocks of 4096 in order, then pairs of blocks. The result depends only on the
/// values and their canonical order, not on threads, storage or device.
final class Sums {
    static final int BLOCK = 4096;

    private Sums() {}

    static double sum(int count, ForkJoinPool workers, IntToDoubleFunction value) {
        int blocks = (count + BLOCK - 1) / BLOCK;
        if (blocks == 0) {
            return 0;
        }
        double[] partial = new double[blocks];
        inParallel(blocks, workers, block -> {
            int end = Math.min(count, (block + 1) * BLOCK);
            double total = 0;
            for (int i = block * BLOCK; i < end; i++) {
                total += value.applyAsDouble(i);
            }
            partial[block] = total;
        });
        return overTree(partial);
    }

    /// The sum of block sums, which are overwritten: pairs of blocks, then pairs of pairs.
    static double overTree(double[] partial) {
        for (int width = 1; width < partial.length; width *= 2) {
            for (int i = 0; i + width < partial.length; i += 2 * width) {
                partial[i] += partial[i + width];
            }
        }
        return partial[0];
    }

    /// The index of the largest value; the first of several; a NaN counts as the largest.
    static int indexOfMaximum(int count, ForkJoinPool workers, IntToDoubleFunction value) {
        int blocks = (count + BLOCK - 1) / BLOCK;
        int[] best = new int[blocks];
        inParallel(blocks, workers, block -> {
            int end = Math.min(count, (block + 1) * BLOCK);
            int found = block * BLOCK;
            double largest = value.applyAsDouble(found);
            for (int i = found + 1; i < end && !Double.isNaN(largest); i++) {
                double here = value.applyAsDouble(i);
                if (here > largest || Double.isNaN(here)) {
                    largest = here;
                    found = i;
                }
            }
            best[block] = found;
        });
        int found = -1;
        double largest = Double.NEGATIVE_INFINITY;
        for (int candidate : best) {
            double here = value.applyAsDouble(candidate);
            if (Double.isNaN(here)) {
                return candidate;
            }
            if (found < 0 || here > largest) {
                largest = here;
                found = candidate;
            }
        }
        return found;
    }

    static void inParallel(int tasks, ForkJoinPool workers, IntConsumer task) {
        if (tasks == 1) {
            task.accept(0);
            return;
        }
        int chunks = Math.min(tasks, 4 * workers.getParallelism());
        var futures = IntStream.range(0, chunks)
                .mapToObj(chunk -> workers.submit(() -> {
                    int end = (int) ((long) tasks * (chunk + 1) / chunks);
                    for (int i = (int) ((long) tasks * chunk / chunks); i < end; i++) {
                        task.accept(i);
                    }
                }))
                .toList();
        futures.forEach(ForkJoinTask::join);
    }
}
