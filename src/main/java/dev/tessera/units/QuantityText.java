package dev.tessera.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes SI values in their most readable unit.
public final class QuantityText {
    private static final MathContext SHORT = new MathContext(3, RoundingMode.HALF_UP);
    private static final MathContext DIGITS = new MathContext(17, RoundingMode.HALF_EVEN);

    private QuantityText() {}

    /// A text that [Quantity#parse] reads back as exactly the same double, in the unit of the kind that makes
    /// it shortest: `0.1 mm`, `80 mmHg`.
    /// @param si finite, in SI units
    public static String exact(double si, QuantityKind kind) {
        requireFinite(si);
        String best = null;
        for (String unit : kind.units()) {
            String number = shortestIn(si, unit);
            if (number != null
                    && (best == null || rank(number, unit, kind) < rank(numberOf(best), unitOf(best), kind))) {
                best = join(number, unit);
            }
        }
        if (best == null) {
            throw new IllegalStateException("%s has no exact text as a %s".formatted(si, kind.words()));
        }
        return best;
    }

    /// Three significant digits, in the most readable unit of the kind.
    public static String about(double si, QuantityKind kind) {
        if (!Double.isFinite(si)) {
            return join(Double.toString(si), kind.units().getFirst());
        }
        String best = null;
        for (String unit : kind.units()) {
            BigDecimal value = in(new BigDecimal(Double.toString(si)), unit).round(SHORT);
            String number = written(value);
            if (best == null || rank(number, unit, kind) < rank(numberOf(best), unitOf(best), kind)) {
                best = join(number, unit);
            }
        }
        return Objects.requireNonNull(best, "every kind has a unit");
    }

    /// A plain number with three significant digits.
    public static String about(double value) {
        return Double.isFinite(value)
                ? written(new BigDecimal(Double.toString(value)).round(SHORT))
                : Double.toString(value);
    }

    private static void requireFinite(double si) {
        if (!Double.isFinite(si)) {
            throw new IllegalArgumentException("%s is not a finite number".formatted(si));
        }
    }

    /// The decimal number of this unit that reads back as the same double, or null where 17 digits do not suffice.
    private static @Nullable String shortestIn(double si, String unit) {
        BigDecimal shortest = new BigDecimal(Double.toString(si));
        BigDecimal full = in(shortest, unit);
        for (int digits = 1; digits <= DIGITS.getPrecision(); digits++) {
            String number = written(full.round(new MathContext(digits, RoundingMode.HALF_EVEN)));
            if (Quantity.parse(join(number, unit)).si() == si) {
                return number;
            }
        }
        return null;
    }

    private static BigDecimal in(BigDecimal si, String unit) {
        Ratio factor = unit.isEmpty()
                ? Ratio.ONE
                : new QuantityParser(unit).unitAlone().factor();
        Ratio value = Ratio.of(si).over(factor);
        return new BigDecimal(value.numerator()).divide(new BigDecimal(value.denominator()), new MathContext(40));
    }

    private static String written(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal bare = value.stripTrailingZeros();
        int magnitude = bare.precision() - bare.scale();
        if (magnitude > -4 && magnitude <= 7) {
            return bare.toPlainString();
        }
        int exponent = magnitude - 1;
        return bare.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
    }

    /// Rank of readability, lowest first: few characters, a number between 0.1 and 1000, the SI unit before others.
    private static int rank(String number, String unit, QuantityKind kind) {
        double size = Math.abs(Double.parseDouble(number));
        int penalty = size == 0 || (size >= 0.1 && size < 1000) ? 0 : size >= 1 && size < 10_000 ? 1 : 3;
        return number.length() + penalty + (kind.units().getFirst().equals(unit) ? 0 : 1);
    }

    private static String join(String number, String unit) {
        return unit.isEmpty() ? number : number + " " + unit;
    }

    private static String numberOf(String text) {
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }

    private static String unitOf(String text) {
        int space = text.indexOf(' ');
        return space < 0 ? "" : text.substring(space + 1);
    }
}
