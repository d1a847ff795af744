package dev.tessera.coupling;

import dev.tessera.geometry.ParallelLoop;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

/// Whether values are neither infinite nor NaN. Four sums at a time, since each addition waits for the one before.
final class FiniteValues {
    private static final long PART_BYTES = 1L << 18; // of a task

    private FiniteValues() {}

    /// @param isDouble whether they are doubles; otherwise floats
    static boolean are(MemorySegment values, boolean isDouble, ForkJoinPool workers) {
        int parts = Math.toIntExact(Math.ceilDiv(values.byteSize(), PART_BYTES));
        AtomicBoolean areFinite = new AtomicBoolean(true);
        ParallelLoop.over(workers, parts, part -> {
            long from = part * PART_BYTES;
            MemorySegment some = values.asSlice(from, Math.min(PART_BYTES, values.byteSize() - from));
            if (!(isDouble ? areDoubles(some) : areFloats(some))) {
                areFinite.set(false);
            }
        });
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
