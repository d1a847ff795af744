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

    void put(ByteBuffer target, long index) {
        if (isWide) {
            target.putLong(index);
        } else {
            target.putInt((int) index);
        }
    }

    /// @param index by its place in the array
    VtkArray of(long count, LongUnaryOperator index) {
        return new VtkArray(count * bytes(), (from, target) -> {
            for (long n = from / bytes(); target.hasRemaining(); n++) {
                put(target, index.applyAsLong(n));
            }
        });
    }

    /// `first step, (first + 1) step, (first + 2) step …`
    VtkArray multiples(long first, long count, int step) {
        return of(count, n -> (first + n) * step);
    }
}
