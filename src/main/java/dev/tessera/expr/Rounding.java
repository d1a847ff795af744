package dev.tessera.expr;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// Correct rounding of fractions to binary floating point. A quotient of 800 significant decimal digits, rounded
/// toward zero with a sticky last digit, decides every tie: no double's midpoint needs more than 768 digits.
final class Rounding {
    private static final MathContext DIGITS = new MathContext(800, RoundingMode.DOWN);

    private Rounding() {}

    static double nearestDouble(BigInteger numerator, BigInteger denominator) {
        return sticky(numerator, denominator).doubleValue();
    }

    static float nearestFloat(BigInteger numerator, BigInteger denominator) {
        return Float.parseFloat(sticky(numerator, denominator).toString());
    }

    private static BigDecimal sticky(BigInteger numerator, BigInteger denominator) {
        BigDecimal dividend = new BigDecimal(numerator);
        BigDecimal divisor = new BigDecimal(denominator);
        BigDecimal quotient = dividend.divide(divisor, DIGITS);
        boolean exact = quotient.multiply(divisor).compareTo(dividend) == 0;
        if (exact) {
            return quotient;
        }
        return quotient.add(quotient.ulp().multiply(BigDecimal.valueOf(numerator.signum() * 5L, 1)));
    }
}
