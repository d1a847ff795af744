package dev.tessera.coupling;

import dev.tessera.geometry.ParallelLoop;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Whether values are neither infinite nor NaN. Four sums at a time, since each addition waits for the one before.
final class FiniteValues {
    private static final long PART_BYTES = 1L << 18; // of a task

    private final AtomicBoolean areFinite = new AtomicBoolean(true);
    private final ParallelLoop.@Nullable Started loop; // null: done

    private FiniteValues(MemorySegment values, boolean isDouble, ForkJoinPool workers) {
        int parts = Math.toIntExact(Math.ceilDiv(values.byteSize(), PART_BYTES));
        IntConsumer check = part -> {
            long from = part * PART_BYTES;
            MemorySegment some = values.asSlice(from, Math.min(PART_BYTES, values.byteSize() - from));
            if (!(isDouble ? areDoubles(some) : areFloats(some))) {
                areFinite.set(false);
            }
        };
        if (parts == 1) {
            check.accept(0);
            loop = null;
        } else {
            loop = ParallelLoop.begin(workers, parts, check);
        }
    }

    /// Begins to look at values, which are read until [#await] returns.
    /// @param isDouble whether they are doubles; otherwise floats
    static FiniteValues begin(MemorySegment values, boolean isDouble, ForkJoinPool workers) {
        return new FiniteValues(values, isDouble, workers);
    }

    /// Whether they are; waits for the answer.
    boolean await() {
        if (loop != null) {
            loop.await();
        }
        return areFinite.get();
    }

    private static boolean areDoubles(MemorySegment values) {
        var layout = ValueLayout.JAVA_DOUBLE_UNALIGNED;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        long end = values.byteSize();
        long at = 0;
        for (; at + 32 <= end; at += 32) {
            a += 0 * values.get(layout, at);
            b += 0 * values.get(layout, at + 8);
            c += 0 * values.get(layout, at + 16);
            d += 0 * values.get(layout, at + 24);
        }
        for (; at < end; at += 8) {
            a += 0 * values.get(layout, at);
        }
        return a + b + c + d == 0; // 0 times an infinite value is NaN
    }

    private static boolean areFloats(MemorySegment values) {
        var layout = ValueLayout.JAVA_FLOAT_UNALIGNED;
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        long end = values.byteSize();
        long at = 0;
        for (; at + 16 <= end; at += 16) {
            a += 0 * values.get(layout, at);
            b += 0 * values.get(layout, at + 4);
            c += 0 * values.get(layout, at + 8);
            d += 0 * values.get(layout, at + 12);
        }
        for (; at < end; at += 4) {
            a += 0 * values.get(layout, at);
        }
        return a + b + c + d == 0;
    }
}
