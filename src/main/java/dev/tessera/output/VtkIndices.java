package dev.tessera.output;

import java.nio.ByteBuffer;
import java.util.function.LongUnaryOperator;

/// Indices of points or values in a VTK file: 32 bits where they suffice, else 64.
///
/// @param isWide whether they have 64 bits
record VtkIndices(boolean isWide) {
    /// @param largest index, or number of entries
    static VtkIndices upTo(long largest) {
        return new VtkIndices(largest > Integer.MAX_VALUE);
    }

    /// VTK's name of their type.
    String type() {
        return isWide ? "Int64" : "Int32";
    }

    int bytes() {
        return isWide ? Long.BYTES : Integer.BYTES;
    }

    /// Appends indices to a buffer.
    void put(ByteBuffer target, long[] indices) {
        if (isWide) {
            target.asLongBuffer().put(indices);
        } else {
            int[] narrow = new int[indices.length];
            for (int k = 0; k < narrow.length; k++) {
                narrow[k] = (int) indices[k];
            }
            target.asIntBuffer().put(narrow);
        }
        target.position(target.position() + indices.length * bytes());
    }

    /// @param index by its place in the array
    VtkArray of(long count, LongUnaryOperator index) {
        return new VtkArray(count * bytes(), (from, target) -> {
            long first = from / bytes();
            long[] indices = new long[target.remaining() / bytes()];
            for (int n = 0; n < indices.length; n++) {
                indices[n] = index.applyAsLong(first + n);
            }
            put(target, indices);
        });
    }

    /// `first step, (first + 1) step, (first + 2) step …`
    VtkArray multiples(long first, long count, int step) {
        return new VtkArray(count * bytes(), (from, target) -> {
            long begin = first + from / bytes();
            long[] indices = new long[target.remaining() / bytes()];
            for (int n = 0; n < indices.length; n++) {
                indices[n] = (begin + n) * step;
            }
            put(target, indices);
        });
    }
}
