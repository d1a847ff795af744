package dev.tessera.kernel.reduce;

import java.math.BigInteger;

/// A sum that does not depend on the order of its terms. Each term is rounded once, to the nearest multiple of
/// 2^-84 (ties to even), and added as a 128-bit integer. Terms are below 128 in magnitude, so that 2^36 of them
/// cannot overflow. NaN and larger terms are counted instead; a sum with such a term is NaN.
///
/// Quantities of a lattice (velocities, densities, populations, stresses) are of the order of 1 or smaller: 2^-84
/// is 5e-26. Sums of parts of a domain are added exactly.
public final class ExactSum {
    /// Terms are multiples of two to minus this power.
    public static final int FRACTION_BITS = 84;

    /// Terms are smaller than two to this power.
    public static final int RANGE_BITS = 7;

    private static final double RANGE = 0x1p7;
    private static final int LOW_BITS = 40; // of the two parts of a term
    private static final double TO_HIGH = 0x1p44;
    private static final double FROM_HIGH = 0x1p-44;
    private static final double TO_LOW = 0x1p84;
    private static final int FLUSH = 1 << 11; // terms whose parts fit into 63 bits

    private long high;
    private long low; // unsigned
    private long notANumber;
    private long outOfRange;

    /// A sum from its parts, as [#parts] returns them.
    public static ExactSum of(long high, long low, long notANumber, long outOfRange) {
        ExactSum sum = new ExactSum();
        sum.high = high;
        sum.low = low;
        sum.notANumber = notANumber;
        sum.outOfRange = outOfRange;
        return sum;
    }

    /// `[high and low word of the 128-bit integer, NaN terms, terms out of range]`.
    public long[] parts() {
        return new long[] {high, low, notANumber, outOfRange};
    }

    /// Adds a term.
    public void add(double term) {
        if (Math.abs(term) < RANGE) {
            addParts(upper(term), lower(term));
        } else {
            count(term);
        }
    }

    /// Adds the first `count` values of an array.
    public void add(double[] terms, int count) {
        for (int from = 0; from < count; from += FLUSH) {
            long upper = 0;
            long lower = 0;
            int end = Math.min(count, from + FLUSH);
            for (int i = from; i < end; i++) {
                double term = terms[i];
                if (Math.abs(term) < RANGE) {
                    upper += upper(term);
                    lower += lower(term);
                } else {
                    count(term);
                }
            }
            addParts(upper, lower);
        }
    }

    private void count(double term) {
        if (Double.isNaN(term)) {
            notANumber++;
        } else {
            outOfRange++;
        }
    }

    /// Multiples of 2^-44, toward zero.
    private static long upper(double term) {
        return (long) (term * TO_HIGH);
    }

    /// The rest, as multiples of 2^-84; the difference is exact.
    private static long lower(double term) {
        return (long) Math.rint((term - upper(term) * FROM_HIGH) * TO_LOW);
    }

    private void addParts(long upper, long lower) {
        addInteger(upper >> 64 - LOW_BITS, upper << LOW_BITS);
        addInteger(lower >> 63, lower);
    }

    private void addInteger(long more, long moreLow) {
        low += moreLow;
        high += more + (Long.compareUnsigned(low, moreLow) < 0 ? 1 : 0);
    }

    /// Adds all terms of another sum.
    public void add(ExactSum other) {
        addInteger(other.high, other.low);
        notANumber += other.notANumber;
        outOfRange += other.outOfRange;
    }

    /// Adds a multiple of another sum.
    /// @param factor its magnitude times the sum's terms must not exceed 2^36
    public void add(long factor, ExactSum other) {
        BigInteger product = other.integer().multiply(BigInteger.valueOf(factor));
        addInteger(product.shiftRight(64).longValue(), product.longValue());
        notANumber += other.notANumber;
        outOfRange += other.outOfRange;
    }

    /// Adds a term `factor` times.
    public void add(long factor, double term) {
        ExactSum one = new ExactSum();
        one.add(term);
        add(factor, one);
    }

    /// Terms that are NaN.
    public long notANumber() {
        return notANumber;
    }

    /// Terms that are infinite, or 128 or larger in magnitude.
    public long outOfRange() {
        return outOfRange;
    }

    /// The double nearest to the sum; NaN where a term was NaN or out of range.
    public double value() {
        return notANumber + outOfRange > 0 ? Double.NaN : Math.scalb(integer().doubleValue(), -FRACTION_BITS);
    }

    private BigInteger integer() {
        return BigInteger.valueOf(high).shiftLeft(64).add(new BigInteger(Long.toUnsignedString(low)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExactSum sum
                && high == sum.high
                && low == sum.low
                && notANumber == sum.notANumber
                && outOfRange == sum.outOfRange;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * high + low) + 7 * notANumber + outOfRange);
    }

    @Override
    public String toString() {
        return notANumber + outOfRange == 0
                ? Double.toString(value())
                : "%d terms that are no numbers, %d out of range".formatted(notANumber, outOfRange);
    }
}
