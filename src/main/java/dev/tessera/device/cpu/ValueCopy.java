package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;

/// Copies single values of a given size between absolute addresses.
///
/// @param bytes of a value, 8, 4 or 2
record ValueCopy(int bytes) {
    private static final MemorySegment ALL = AllMemory.SEGMENT;

    void one(long from, long to) {
        switch (bytes) {
            case 8 -> ALL.set(AllMemory.LONG, AllMemory.in(to), ALL.get(AllMemory.LONG, AllMemory.in(from)));
            case 4 -> ALL.set(AllMemory.INT, AllMemory.in(to), ALL.get(AllMemory.INT, AllMemory.in(from)));
            default -> ALL.set(AllMemory.SHORT, AllMemory.in(to), ALL.get(AllMemory.SHORT, AllMemory.in(from)));
        }
    }

    /// Copies values from buffers to rows.
    /// @param starts the buffer of column c begins `starts[entry + c]` values after `buffers`; negative: there is no
    ///       such buffer
    void fromBuffers(BufferedValues values, int[] starts, int entry, long buffers, long rows) {
        for (int k = 0; k < values.columns().length; k++) {
            int start = starts[entry + values.columns()[k]];
            if (start >= 0) {
                one(buffers + (long) start * bytes + values.inBuffer()[k], rows + values.inRows()[k]);
            }
        }
    }

    /// Copies values from rows to buffers, with the same parameters.
    void toBuffers(BufferedValues values, int[] starts, int entry, long buffers, long rows) {
        for (int k = 0; k < values.columns().length; k++) {
            int start = starts[entry + values.columns()[k]];
            if (start >= 0) {
                one(rows + values.inRows()[k], buffers + (long) start * bytes + values.inBuffer()[k]);
            }
        }
    }

    /// Copies the values at places `at[first]` … `at[first + count - 1]` to contiguous memory.
    void gather(long from, int[] at, int first, int count, long to) {
        for (int k = 0; k < count; k++) {
            one(from + (long) at[first + k] * bytes, to + (long) k * bytes);
        }
    }

    /// The reverse of [#gather].
    void scatter(long from, long to, int[] at, int first, int count) {
        for (int k = 0; k < count; k++) {
            one(from + (long) k * bytes, to + (long) at[first + k] * bytes);
        }
    }
}
