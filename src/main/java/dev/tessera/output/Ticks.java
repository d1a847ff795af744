package dev.tessera.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Round numbers along a scale, with their labels.
///
/// @param values in the unit of the scale, ascending
/// @param labels of the values, in `unit`; all with the same number of decimals
/// @param unit with a prefix or a power of ten, such as `mm/s` or `10⁻⁶ m³/s`; empty for a plain number
record Ticks(List<Double> values, List<String> labels, String unit) {
    private static final int MOST_DECIMALS = 9;
    private static final String[] PREFIXES = {"n", "µ", "m", "", "k", "M", "G"};
    private static final int FIRST_PREFIX = -9;

    Ticks {
        values = List.copyOf(values);
        labels = List.copyOf(labels);
    }

    /// About `wanted` ticks between two numbers, both included where they are round; one where the two are equal.
    /// @param unit SI, such as `m3/s`; empty for a plain number
    static Ticks of(double low, double high, String unit, int wanted) {
        double largest = Math.max(Math.abs(low), Math.abs(high));
        int exponent = exponent(largest, unit);
        double factor = Math.pow(10, exponent);
        List<Double> scaled = between(low / factor, high / factor, wanted);
        int decimals = scaled.size() > 1 ? decimals(scaled.get(1) - scaled.get(0)) : decimals(largest / factor / 100);
        return new Ticks(
                scaled.stream().map(tick -> tick * factor).toList(),
                scaled.stream().map(tick -> fixed(tick, decimals)).toList(),
                unit(unit, exponent));
    }

    /// Whole decades between two positive numbers, at most `most` of them labelled.
    static Ticks ofDecades(double low, double high, int most) {
        int first = (int) Math.floor(Math.log10(low));
        int last = (int) Math.ceil(Math.log10(high));
        int stride = Math.max(1, (int) Math.ceil((last - first) / (double) most));
        List<Integer> exponents = IntStream.rangeClosed(first, last)
                .filter(exponent -> (exponent - first) % stride == 0)
                .boxed()
                .toList();
        return new Ticks(
                exponents.stream().map(exponent -> Math.pow(10, exponent)).toList(),
                exponents.stream().map(exponent -> "10" + superscript(exponent)).toList(),
                "");
    }

    /// The exponent, a multiple of three, that makes the largest number most readable.
    private static int exponent(double largest, String unit) {
        if (largest == 0 || !Double.isFinite(largest)) {
            return 0;
        }
        int least = unit.isEmpty() ? -2 : -1;
        int size = (int) Math.floor(Math.log10(largest) + 1e-9);
        if (size >= least && size < (hasThousands(unit) ? 3 : 5)) {
            return 0;
        }
        return 3 * Math.floorDiv(size + (size < 0 ? 1 : 0), 3);
    }

    /// Units whose multiples of a thousand are usual, unlike km/s for flows.
    private static boolean hasThousands(String unit) {
        return unit.equals("Pa") || unit.equals("N");
    }

    private static boolean hasPrefixes(String unit) {
        return List.of("m/s", "Pa", "N", "N/m", "s", "m").contains(unit);
    }

    private static String unit(String unit, int exponent) {
        String written = unit.replaceAll("(?<=[a-z])2", "²").replaceAll("(?<=[a-z])3", "³");
        int prefix = (exponent - FIRST_PREFIX) / 3;
        if (exponent == 0) {
            return written;
        }
        if (prefix >= 0 && prefix < PREFIXES.length && (exponent < 0 ? hasPrefixes(unit) : hasThousands(unit))) {
            return PREFIXES[prefix] + written;
        }
        return ("10%s %s".formatted(superscript(exponent), written)).strip();
    }

    private static String superscript(int exponent) {
        StringBuilder text = new StringBuilder();
        for (char digit : Integer.toString(exponent).toCharArray()) {
            text.append(digit == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(digit - '0'));
        }
        return text.toString();
    }

    /// A quantity with the unit of its ticks.
    String name(String quantity) {
        return unit.isEmpty() ? quantity : "%s, %s".formatted(quantity, unit);
    }

    private static List<Double> between(double low, double high, int wanted) {
        List<Double> ticks = new ArrayList<>();
        if (!(high > low)) {
            ticks.add(low);
            return ticks;
        }
        double step = roundUp((high - low) / wanted);
        long last = (long) Math.floor(high / step + 1e-9);
        for (long k = (long) Math.ceil(low / step - 1e-9); k <= last; k++) {
            ticks.add(k * step);
        }
        return ticks;
    }

    private static int decimals(double step) {
        return step > 0 ? Math.clamp(-(int) Math.floor(Math.log10(step) + 1e-9), 0, MOST_DECIMALS) : 0;
    }

    private static String fixed(double value, int decimals) {
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.matches("-0(\\.0*)?") ? text.substring(1) : text;
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

    /// A length in its most readable unit.
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
