package dev.tessera.expr;

import java.math.BigDecimal;
import java.math.BigInteger;

/// An exact fraction in lowest terms with a positive denominator. Weights, moment bases and constants stay
/// exact until an emitter rounds them once.
public record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {
    public static final Rational ZERO = of(0);
    public static final Rational ONE = of(1);
    public static final Rational TWO = of(2);

    public Rational {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("the denominator of %s/0 is zero".formatted(numerator));
        }
        if (denominator.signum() < 0) {
            numerator = numerator.negate();
            denominator = denominator.negate();
        }
        BigInteger divisor = numerator.gcd(denominator);
        if (!divisor.equals(BigInteger.ONE)) {
            numerator = numerator.divide(divisor);
            denominator = denominator.divide(divisor);
        }
    }

    public static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    public static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /// The exact value of a finite double (a dyadic fraction, never a nearby decimal).
    public static Rational exactly(double value) {
        if (!Double.isFinite(value)) {
            throw new ArithmeticException("%s is not a finite number".formatted(value));
        }
        return of(new BigDecimal(value));
    }

    /// The exact value of a decimal, such as `0.1`.
    public static Rational of(BigDecimal value) {
        return value.scale() >= 0
                ? new Rational(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : new Rational(value.unscaledValue().multiply(BigInteger.TEN.pow(-value.scale())), BigInteger.ONE);
    }

    public Rational plus(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Rational minus(Rational other) {
        return plus(other.negated());
    }

    public Rational times(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    public Rational over(Rational other) {
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    public Rational negated() {
        return new Rational(numerator.negate(), denominator);
    }

    public Rational inverse() {
        return new Rational(denominator, numerator);
    }

    public int signum() {
        return numerator.signum();
    }

    public boolean isZero() {
        return numerator.signum() == 0;
    }

    public boolean isOne() {
        return equals(ONE);
    }

    /// The nearest double (rounded once, half to even).
    public double toDouble() {
        if (numerator.bitLength() <= 53 && denominator.bitLength() <= 53) {
            return numerator.doubleValue() / denominator.doubleValue(); // both exact, and the quotient is rounded once
        }
        return Rounding.nearestDouble(numerator, denominator);
    }

    /// The nearest float (rounded once from the exact value, not through double).
    public float toFloat() {
        if (numerator.bitLength() <= 24 && denominator.bitLength() <= 24) {
            return numerator.floatValue() / denominator.floatValue();
        }
        return Rounding.nearestFloat(numerator, denominator);
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE) ? numerator.toString() : numerator + "/" + denominator;
    }
}
