package dev.tessera.kernel.reduce;

import java.util.List;

/// Values of given rank by counting. Doubles have an integer image in the same order; counts of its 16 highest bits
/// select one of 65 536 intervals, whose values are counted by the next 16 bits, until the value is known exactly.
/// Counts of parts can be added, so that the result does not depend on order or on parts.
public final class Percentile {
    private static final int DIGIT_BITS = 16;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private Percentile() {}

    /// The value of rank `floor(fraction × (count - 1))` of the sorted values of all parts; NaN is larger than
    /// all numbers.
    /// @param parts of any length
    /// @param fraction 0 … 1
    /// @throws IllegalArgumentException where there is no value, or the fraction is outside 0 … 1
    public static double of(List<double[]> parts, double fraction) {
        long count = parts.stream().mapToLong(part -> part.length).sum();
        if (count == 0 || !(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("percentile %s of %d values".formatted(fraction, count));
        }
        long rank = (long) (fraction * (count - 1));
        long prefix = 0;
        for (int shift = Long.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
            long[] counts = new long[DIGITS];
            for (double[] part : parts) {
                count(part, prefix, shift, counts);
            }
            int digit = 0;
            while (rank >= counts[digit]) {
                rank -= counts[digit++];
            }
            prefix |= (long) digit << shift;
        }
        return fromImage(prefix);
    }

    /// Counts values with the prefix by their next digit.
    private static void count(double[] values, long prefix, int shift, long[] counts) {
        long known = shift == Long.SIZE - DIGIT_BITS ? 0 : -1L << shift + DIGIT_BITS;
        for (double value : values) {
            long image = image(value);
            if ((image & known) == prefix) {
                counts[(int) (image >>> shift) & DIGITS - 1]++;
            }
        }
    }

    /// An unsigned integer in the order of the values.
    private static long image(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    }

    private static double fromImage(long image) {
        return Double.longBitsToDouble(image < 0 ? image & Long.MAX_VALUE : ~image);
    }
}
