package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The whole address space of the process, for code that works on absolute addresses.
final class AllMemory {
    static final MemorySegment SEGMENT = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private static final long ADDRESS_BITS = 0x00FF_FFFF_FFFF_FFFFL;

    private AllMemory() {}

    /// The same address, masked to 56 bits, so that C2 can prove that it is inside the segment and omit the bounds
    /// check. Addresses have at most 56 bits.
    static long in(long address) {
        return address & ADDRESS_BITS;
    }
}
