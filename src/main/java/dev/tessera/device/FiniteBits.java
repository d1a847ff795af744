package dev.tessera.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Whether values are neither infinite nor NaN: the exponents of these are all ones, and one more carries into
/// the sign. Loops without a branch, which C2 compiles to vectors.
public final class FiniteBits {
    private static final long DOUBLE_EXPONENT = 0x7ff0_0000_0000_0000L;
    private static final long DOUBLE_ONE = 1L << 52; // of the exponent
    private static final int FLOAT_EXPONENT = 0x7f80_0000;
    private static final int FLOAT_ONE = 1 << 23;

    private FiniteBits() {}

    /// @param values less than 2 GiB
    /// @param valueBytes 8 (double) or 4 (float)
    /// @throws IllegalArgumentException for other values
    public static boolean areFinite(MemorySegment values, int valueBytes) {
        return switch (valueBytes) {
            case Double.BYTES -> areDoubles(values);
            case Float.BYTES -> areFloats(values);
            default -> throw new IllegalArgumentException("values of %d bytes are not checked".formatted(valueBytes));
        };
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
