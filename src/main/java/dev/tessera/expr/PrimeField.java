package dev.tessera.expr;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Integers modulo the Mersenne prime 2^61 - 1, for testing identities at random points.
///
/// The square root of a square is its root that is a square itself, so that `sqrt(a) sqrt(a) = a` and
/// `sqrt(a) sqrt(b) = sqrt(a b)`; other numbers have none. Elementary functions, operations on digits and
/// iterations are unknown functions: a fixed pseudo-random number for every argument. There is no order:
/// comparisons, minima and absolute values are refused.
public final class PrimeField implements Arithmetic<Long> {
    public static final long PRIME = (1L << 61) - 1;

    private static final BigInteger BIG_PRIME = BigInteger.valueOf(PRIME);

    @Override
    public Long constant(Rational value) {
        long denominator = value.denominator().mod(BIG_PRIME).longValueExact();
        if (denominator == 0) {
            throw new ArithmeticException("%s has no value modulo 2^61 - 1".formatted(value));
        }
        return multiply(value.numerator().mod(BIG_PRIME).longValueExact(), power(denominator, PRIME - 2));
    }

    @Override
    public Long add(Long left, Long right) {
        long sum = left + right;
        return sum >= PRIME ? sum - PRIME : sum;
    }

    @Override
    public Long subtract(Long left, Long right) {
        long difference = left - right;
        return difference < 0 ? difference + PRIME : difference;
    }

    @Override
    public Long multiply(Long left, Long right) {
        long high = Math.multiplyHigh(left, right);
        long low = left * right;
        long folded = (low & PRIME) + ((high << 3) | (low >>> 61));
        return folded >= PRIME ? folded - PRIME : folded;
    }

    @Override
    public @Nullable Long divide(Long left, Long right) {
        return right == 0 ? null : multiply(left, power(right, PRIME - 2));
    }

    @Override
    public Long negate(Long operand) {
        return operand == 0 ? operand : Long.valueOf(PRIME - operand);
    }

    /// @return null for a number that is no square
    @Override
    public @Nullable Long squareRoot(Long operand) {
        Long root = power(operand, (PRIME + 1) / 4); // PRIME is 3 modulo 4
        return multiply(root, root).equals(operand) ? root : null;
    }

    @Override
    public Long absolute(Long operand) {
        throw refuse("absolute values");
    }

    @Override
    public Long fma(Long factor, Long multiplicand, Long addend) {
        return add(multiply(factor, multiplicand), addend);
    }

    @Override
    public Long minimum(Long left, Long right) {
        throw refuse("minima");
    }

    @Override
    public Long maximum(Long left, Long right) {
        throw refuse("maxima");
    }

    @Override
    public boolean compare(Form.Comparison comparison, Long left, Long right) {
        throw refuse("comparisons");
    }

    @Override
    public Long digits(Form.DigitFunction function, Long operand) {
        return unknown(function.name(), 0, List.of(operand));
    }

    @Override
    public Long iterate(Iteration iteration, int state, List<Long> operands) {
        return unknown(iteration.name(), state, operands);
    }

    @Override
    public Long call(Form.ElementaryFunction function, List<Long> arguments) {
        return unknown(function.name(), 0, arguments);
    }

    private static Long unknown(String function, int result, List<Long> arguments) {
        long hash = (long) function.hashCode() << 16 | result;
        for (long argument : arguments) {
            hash = scattered(hash + argument);
        }
        return Long.remainderUnsigned(hash, PRIME);
    }

    /// A step of SplitMix64 (Steele, Lea, Flood 2014): different numbers give different, scattered numbers.
    static long scattered(long number) {
        long z = number * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private Long power(long base, long exponent) {
        Long result = 1L;
        Long square = base;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = multiply(result, square);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private static ArithmeticException refuse(String what) {
        return new ArithmeticException(
                "a prime field has no %s: identity testing needs expressions without an order".formatted(what));
    }
}
