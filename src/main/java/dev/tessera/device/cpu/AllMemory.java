package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The process's whole memory, for code that was given absolute addresses.
final class AllMemory {
    static final MemorySegment SEGMENT = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private static final long ADDRESS_BITS = 0x00FF_FFFF_FFFF_FFFFL;

    private AllMemory() {}

    /// The same address, in such a form that C2 sees that it lies in the segment and leaves out the check of bounds.
    /// Addresses have no more bits than 56.
    static long in(long address) {
        return address & ADDRESS_BITS;
    }
}
