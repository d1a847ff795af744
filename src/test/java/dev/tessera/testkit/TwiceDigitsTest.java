package dev.tessera.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/// The reference of the functions' accuracy, against Taylor series of 60 decimal digits.
final class TwiceDigitsTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double[] SAMPLES = {1e-9, 0.001, 0.25, 0.7853981633974483, 1, 1.5707963267948966, 3, 7.5, 20};

    @Test
    void exponentials_and_logarithms_have_25_digits() {
        for (double x : SAMPLES) {
            TwiceDigits.Exponential e = TwiceDigits.of(x).exp();
            assertClose(e.significand().scaled(e.exponent()), series(x, 0, 1, 1));
            BigDecimal log = big(TwiceDigits.log(x));
            BigDecimal back = BigDecimal.ONE;
            BigDecimal term = BigDecimal.ONE;
            for (int k = 1; k < 200; k++) {
                term = term.multiply(log).divide(BigDecimal.valueOf(k), DIGITS);
                back = back.add(term, DIGITS);
            }
            assertThat(error(back, new BigDecimal(x)))
                    .isLessThan(1e-25 * Math.max(1, log.abs().doubleValue()));
        }
    }

    @Test
    void waves_and_hyperbolic_tangents_have_25_digits() {
        for (double x : SAMPLES) {
            assertClose(TwiceDigits.wave(x, true), series(x, 1, 2, -1));
            assertClose(TwiceDigits.wave(x, false), series(x, 0, 2, -1));
            BigDecimal sine = series(x, 1, 2, 1);
            assertThat(error(big(TwiceDigits.tanh(x)), sine.divide(series(x, 0, 2, 1), DIGITS)))
                    .isLessThan(1e-22);
        }
    }

    /// The terms `x^k / k!` for every `step`-th k from `first` on, with alternating signs if `sign` is -1.
    private static BigDecimal series(double x, int first, int step, int sign) {
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ZERO;
        for (int k = 0; k < 200; k++) {
            if (k >= first && (k - first) % step == 0) {
                boolean isNegative = sign < 0 && (k - first) / step % 2 == 1;
                sum = sum.add(isNegative ? term.negate() : term, DIGITS);
            }
            term = term.multiply(new BigDecimal(x)).divide(BigDecimal.valueOf(k + 1), DIGITS);
        }
        return sum;
    }

    private static void assertClose(TwiceDigits actual, BigDecimal expected) {
        assertThat(error(big(actual), expected)).isLessThan(1e-25);
    }

    private static double error(BigDecimal actual, BigDecimal expected) {
        return actual.subtract(expected).divide(expected, DIGITS).abs().doubleValue();
    }

    private static BigDecimal big(TwiceDigits value) {
        return new BigDecimal(value.high()).add(new BigDecimal(value.low()));
    }
}
