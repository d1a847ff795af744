package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;

/// Copies single values of a size, whatever they mean, between absolute addresses.
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

    /// Values that follow each other.
    void row(long from, long to, int count) {
        MemorySegment.copy(ALL, from, ALL, to, (long) count * bytes);
    }

    /// Value `fromAt[k]` from one address on becomes value `toAt[k]` from another on, for all k.
    void scattered(long from, int[] fromAt, long to, int[] toAt) {
        for (int k = 0; k < fromAt.length; k++) {
            one(from + (long) fromAt[k] * bytes, to + (long) toAt[k] * bytes);
        }
    }

    /// Values at places `at[first]` … `at[first + count - 1]`, side by side.
    void gathered(long from, int[] at, int first, int count, long to) {
        for (int k = 0; k < count; k++) {
            one(from + (long) at[first + k] * bytes, to + (long) k * bytes);
        }
    }

    /// The reverse of [#gathered].
    void spread(long from, long to, int[] at, int first, int count) {
        for (int k = 0; k < count; k++) {
            one(from + (long) k * bytes, to + (long) at[first + k] * bytes);
        }
    }
}
