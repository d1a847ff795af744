package dev.tessera.coupling;

import dev.tessera.device.FiniteBits;
import dev.tessera.geometry.ParallelLoop;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Whether values are neither infinite nor NaN, found by several threads.
final class FiniteValues {
    private static final long PART_BYTES = 1L << 18; // of a task

    private final AtomicBoolean areFinite = new AtomicBoolean(true);
    private final ParallelLoop.@Nullable Started loop; // null: done

    private FiniteValues(MemorySegment values, boolean isDouble, ForkJoinPool workers) {
        int parts = Math.toIntExact(Math.ceilDiv(values.byteSize(), PART_BYTES));
        IntConsumer check = part -> {
            long from = part * PART_BYTES;
            MemorySegment some = values.asSlice(from, Math.min(PART_BYTES, values.byteSize() - from));
            if (!FiniteBits.areFinite(some, isDouble ? Double.BYTES : Float.BYTES)) {
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
}
