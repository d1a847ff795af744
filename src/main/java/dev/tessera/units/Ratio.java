package dev.tessera.units;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// An exact fraction in lowest terms, denominator positive. Unit factors stay exact (1 mL/min is 1/60000000
/// m³/s) until a quantity becomes a double, rounded once.
record Ratio(BigInteger numerator, BigInteger denominator) {
    static final Ratio ONE = new Ratio(BigInteger.ONE, BigInteger.ONE);

    private static final MathContext FEW = new MathContext(40, RoundingMode.DOWN);
    /// Decides every tie: the midpoint of two doubles needs at most 768 significant digits.
    private static final MathContext DIGITS = new MathContext(800, RoundingMode.DOWN);

    Ratio {
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

    static Ratio of(String decimal) {
        return of(new BigDecimal(decimal));
    }

    static Ratio of(BigDecimal value) {
        return value.scale() >= 0
                ? new Ratio(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : new Ratio(value.unscaledValue().multiply(BigInteger.TEN.pow(-value.scale())), BigInteger.ONE);
    }

    Ratio times(Ratio other) {
        return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Ratio over(Ratio other) {
        return new Ratio(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    Ratio power(int exponent) {
        return exponent >= 0
                ? new Ratio(numerator.pow(exponent), denominator.pow(exponent))
                : new Ratio(denominator.pow(-exponent), numerator.pow(-exponent));
    }

    /// The nearest double, rounded once; infinite beyond the range of doubles.
    double toDouble() {
        BigDecimal dividend = new BigDecimal(numerator);
        BigDecimal divisor = new BigDecimal(denominator);
        BigDecimal low = dividend.divide(divisor, FEW);
        double nearest = low.doubleValue();
        if (nearest
                == low.add(low.ulp().multiply(BigDecimal.valueOf(numerator.signum())))
                        .doubleValue()) {
            return nearest;
        }
        BigDecimal quotient = dividend.divide(divisor, DIGITS);
        if (quotient.multiply(divisor).compareTo(dividend) != 0) {
            quotient = quotient.add(quotient.ulp().multiply(BigDecimal.valueOf(numerator.signum() * 5L, 1)));
        }
        return quotient.doubleValue();
    }
}
