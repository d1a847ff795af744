package dev.tessera.coupling;

import dev.tessera.geometry.ParallelLoop;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Whether values are neither infinite nor NaN: the exponents of these are all ones, and one more carries into
/// the sign. Loops without a branch, which C2 compiles to vectors.
final class FiniteValues {
    private static final long PART_BYTES = 1L << 18; // of a task
    private static final long DOUBLE_EXPONENT = 0x7ff0_0000_0000_0000L;
    private static final long DOUBLE_ONE = 1L << 52; // of the exponent
    private static final int FLOAT_EXPONENT = 0x7f80_0000;
    private static final int FLOAT_ONE = 1 << 23;

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
        long carried = 0;
        int count = (int) (values.byteSize() / Long.BYTES);
        for (int k = 0; k < count; k++) {
            long bits = values.get(ValueLayout.JAVA_LONG_UNALIGNED, k * (long) Long.BYTES);
            carried |= (bits & DOUBLE_EXPONENT) + DOUBLE_ONE;
        }
        return carried >= 0;
    }

    private static boolean areFloats(MemorySegment values) {
        int carried = 0;
        int count = (int) (values.byteSize() / Integer.BYTES);
        for (int k = 0; k < count; k++) {
            int bits = values.get(ValueLayout.JAVA_INT_UNALIGNED, k * (long) Integer.BYTES);
            carried |= (bits & FLOAT_EXPONENT) + FLOAT_ONE;
        }
        return carried >= 0;
    }
}
