package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.expr.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A number without unit, also as a fraction (`3/16`).
///
/// @param low lower end of the range (minus infinity: no limit)
/// @param high upper end of the range (infinity: no limit)
/// @param numbers which numbers of the range are allowed
record NumberType(double low, double high, Numbers numbers) implements ValueType<Double> {
    /// Numbers of a range.
    enum Numbers {
        /// All but the ends.
        INSIDE,
        /// All, with the ends.
        WITH_ENDS,
        /// Whole numbers, with the ends.
        WHOLE
    }

    static final ValueType<Double> ANY =
            new NumberType(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Numbers.INSIDE);
    static final ValueType<Double> POSITIVE = new NumberType(0, Double.POSITIVE_INFINITY, Numbers.INSIDE);

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)(?:\\s*/\\s*(\\d{1,15}))?");

    /// A positive number, exact as it is written.
    static final ValueType<Rational> FRACTION = new FractionType();

    /// Without the ends.
    static ValueType<Double> between(double above, double below) {
        return new NumberType(above, below, Numbers.INSIDE);
    }

    /// With the ends.
    static ValueType<Double> from(double least, double most) {
        return new NumberType(least, most, Numbers.WITH_ENDS);
    }

    static ValueType<Integer> whole(int least, int most) {
        return new MappedType<>(new NumberType(least, most, Numbers.WHOLE), Double::intValue, Integer::doubleValue);
    }

    static ValueType<Long> count(long least) {
        return new MappedType<>(new NumberType(least, 9e15, Numbers.WHOLE), Double::longValue, Long::doubleValue);
    }

    @Override
    public Double read(YamlNode node, Reading reading) {
        return exact(node, reading).toDouble();
    }

    @Override
    public YamlNode write(Double value) {
        if (!allows(value)) {
            throw new IllegalArgumentException("%s has no text in a case, which needs a %s".formatted(value, words()));
        }
        return Yaml.number(value);
    }

    private Rational exact(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        Matcher matcher = NUMBER.matcher(text.text().strip());
        if (text.text().length() > 100 || !matcher.matches()) {
            throw reading.refuse(text.place(), notANumber(text));
        }
        BigInteger under = matcher.group(2) == null ? BigInteger.ONE : new BigInteger(matcher.group(2));
        if (under.signum() == 0) {
            throw reading.refuse(text.place(), "%s divides by zero".formatted(text.words()));
        }
        Rational exact = Rational.of(new BigDecimal(matcher.group(1))).over(new Rational(under, BigInteger.ONE));
        double value = exact.toDouble();
        if (!allows(value)) {
            throw reading.refuse(text.place(), "%s must be a %s".formatted(text.words(), words()));
        }
        return exact;
    }

    private boolean allows(double value) {
        return Double.isFinite(value)
                && switch (numbers) {
                    case INSIDE -> value > low && value < high;
                    case WITH_ENDS -> value >= low && value <= high;
                    case WHOLE -> value >= low && value <= high && value == Math.rint(value);
                };
    }

    private record FractionType() implements ValueType<Rational> {
        private static final NumberType NUMBER = new NumberType(0, 1e15, Numbers.INSIDE);

        @Override
        public Rational read(YamlNode node, Reading reading) {
            return NUMBER.exact(node, reading);
        }

        @Override
        public YamlNode write(Rational value) {
            return Yaml.text(value.toString());
        }

        @Override
        public String words() {
            return "positive number or fraction";
        }

        @Override
        public JsonNode schema() {
            return NUMBER.schema();
        }
    }

    private String notANumber(YamlText text) {
        if (text.text().matches("\\s*[+-]?\\d+,\\d+\\s*")) {
            return "a number takes a point, not a comma: write %s"
                    .formatted(text.text().strip().replace(',', '.'));
        }
        if (text.text().matches("\\s*[+-]?[\\d.]+([eE][+-]?\\d+)?\\s*[A-Za-zµ].*")) {
            return "%s has a unit, but a %s without unit is expected".formatted(text.words(), words());
        }
        return "%s is no number; a %s is expected".formatted(text.words(), words());
    }

    @Override
    public String words() {
        String kind = numbers == Numbers.WHOLE ? "whole number" : "number";
        boolean hasLow = low > -2e9;
        boolean hasHigh = high < 2e9;
        boolean hasEnds = numbers != Numbers.INSIDE;
        if (hasLow && hasHigh) {
            return (hasEnds ? "%s from %s to %s" : "%s above %s and below %s").formatted(kind, plain(low), plain(high));
        }
        if (hasLow) {
            return hasEnds
                    ? "%s, %s or more".formatted(kind, plain(low))
                    : low == 0 ? "positive number" : "%s above %s".formatted(kind, plain(low));
        }
        return hasHigh ? "%s %s %s".formatted(kind, hasEnds ? "up to" : "below", plain(high)) : kind;
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public JsonNode schema() {
        boolean hasEnds = numbers != Numbers.INSIDE;
        JsonNode.Fields number = JsonNode.type(numbers == Numbers.WHOLE ? "integer" : "number");
        if (low > -1e15) {
            number = number.with(hasEnds ? "minimum" : "exclusiveMinimum", new JsonNode.Numeric(low));
        }
        if (high < 8e15) {
            number = number.with(hasEnds ? "maximum" : "exclusiveMaximum", new JsonNode.Numeric(high));
        }
        if (numbers == Numbers.WHOLE) {
            return number;
        }
        JsonNode.Fields fraction = JsonNode.type("string").with("pattern", "^[+-]?[0-9.eE+-]+(\\s*/\\s*[0-9]+)?$");
        return JsonNode.anyOf(List.of(number, fraction));
    }
}
