package dev.tessera.coupling;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Whether values are neither infinite nor NaN. Four sums at a time, since each addition waits for the one before.
final class FiniteValues {
    private FiniteValues() {}

    static boolean areDoubles(MemorySegment values) {
        var layout = ValueLayout.JAVA_DOUBLE_UNALIGNED;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        long end = values.byteSize();
        long at = 0;
        for (; at + 32 <= end; at += 32) {
            a += 0 * values.get(layout, at);
            b += 0 * values.get(layout, at + 8);
            c += 0 * values.get(layout, at + 16);
            d += 0 * values.get(layout, at + 24);
        }
        for (; at < end; at += 8) {
            a += 0 * values.get(layout, at);
        }
        return a + b + c + d == 0; // 0 times an infinite value is NaN
    }

    static boolean areFloats(MemorySegment values) {
        var layout = ValueLayout.JAVA_FLOAT_UNALIGNED;
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        long end = values.byteSize();
        long at = 0;
        for (; at + 16 <= end; at += 16) {
            a += 0 * values.get(layout, at);
            b += 0 * values.get(layout, at + 4);
            c += 0 * values.get(layout, at + 8);
            d += 0 * values.get(layout, at + 12);
        }
        for (; at < end; at += 4) {
            a += 0 * values.get(layout, at);
        }
        return a + b + c + d == 0;
    }
}
