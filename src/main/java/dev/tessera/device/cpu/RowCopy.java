package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;

/// Copies rows of bytes between absolute addresses.
interface RowCopy {
    /// Copies `bytes[r]` bytes from `from[r] + fromOffset` to `to[r] + toOffset`, for all r; they do not
    /// overlap.
    void rows(long[] from, long fromOffset, long[] to, long toOffset, int[] bytes);

    /// The fastest for this JVM.
    static RowCopy fastest() {
        return JvmVectors.preferredBits().isPresent() ? new VectorRowCopy() : RowCopy::bySegments;
    }

    private static void bySegments(long[] from, long fromOffset, long[] to, long toOffset, int[] bytes) {
        for (int r = 0; r < bytes.length; r++) {
            MemorySegment.copy(AllMemory.SEGMENT, from[r] + fromOffset, AllMemory.SEGMENT, to[r] + toOffset, bytes[r]);
        }
    }
}
