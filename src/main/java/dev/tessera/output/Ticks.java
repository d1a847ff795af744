package dev.tessera.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Round numbers along a scale, and readable text for them.
final class Ticks {
    private Ticks() {}

    /// About `wanted` round values between low and high, both included where they are round.
    static List<Double> between(double low, double high, int wanted) {
        List<Double> ticks = new ArrayList<>();
        if (!(high > low)) {
            ticks.add(low);
            return ticks;
        }
        double step = roundUp((high - low) / wanted);
        for (double k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
            ticks.add(k * step);
        }
        return ticks;
    }

    /// The next of 1, 2, 5 times a power of ten at or above a positive number.
    static double roundUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double factor : new double[] {1, 2, 5, 10}) {
            if (factor * power >= value * (1 - 1e-12)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /// Four significant digits without trailing zeros; scientific only for very large and small numbers.
    static String text(double value) {
        if (value == 0 || Math.abs(value) < 1e-300) {
            return "0";
        }
        double size = Math.abs(value);
        if (size >= 1e-3 && size < 1e5) {
            int decimals = Math.clamp(3 - (int) Math.floor(Math.log10(size)), 0, 6);
            String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
            return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
        }
        return String.format(Locale.ROOT, "%.3e", value)
                .replaceAll("\\.?0+e", "e")
                .replaceAll("e([+-])0+(\\d)", "e$1$2")
                .replace("e+", "e");
    }

    /// A unit with a prefix.
    /// @param size in units without it
    record Unit(String name, double size) {}

    /// The unit, or a thousandth (…) of it, in which a number of this size reads best.
    static Unit unit(String unit, double largest) {
        String[] prefixes = {"k", "", "m", "µ", "n"};
        double[] sizes = {1e3, 1, 1e-3, 1e-6, 1e-9};
        boolean fits = largest < 1e6 && largest > 1e-9;
        for (int k = 0; k < sizes.length && fits; k++) {
            boolean odd = prefixes[k].equals("k") && !unit.equals("Pa"); // nobody says km/s of a flow
            if (!odd && largest >= (k == 0 ? 1e3 : 0.1 * sizes[k]) * (1 - 1e-12)) {
                return new Unit(prefixes[k] + unit, sizes[k]);
            }
        }
        return new Unit(unit, 1);
    }

    /// A length with the unit that reads best.
    static String length(double metres) {
        if (metres >= 1) {
            return text(metres) + " m";
        }
        if (metres >= 1e-3) {
            return text(metres * 1e3) + " mm";
        }
        return text(metres * 1e6) + " µm";
    }
}
