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
/// @param above the value must be greater (minus infinity: no limit)
/// @param below the value must be less
/// @param whole whether it must be a whole number
record NumberType(double above, double below, boolean whole) implements ValueType<Double> {
    static final ValueType<Double> ANY = new NumberType(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
    static final ValueType<Double> POSITIVE = new NumberType(0, Double.POSITIVE_INFINITY, false);

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)(?:\\s*/\\s*(\\d{1,15}))?");

    /// A positive number, exact as it is written.
    static final ValueType<Rational> FRACTION = new FractionType();

    static ValueType<Double> between(double above, double below) {
        return new NumberType(above, below, false);
    }

    static ValueType<Integer> whole(int least, int most) {
        return new MappedType<>(new NumberType(least - 0.5, most + 0.5, true), Double::intValue, Integer::doubleValue);
    }

    static ValueType<Long> count(long least) {
        return new MappedType<>(new NumberType(least - 0.5, 9e15, true), Double::longValue, Long::doubleValue);
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
        return Double.isFinite(value) && value > above && value < below && (!whole || value == Math.rint(value));
    }

    private record FractionType() implements ValueType<Rational> {
        private static final NumberType NUMBER = new NumberType(0, 1e15, false);

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
        String kind = whole ? "whole number" : "number";
        double low = whole ? Math.ceil(above) : above;
        double high = whole ? Math.floor(below) : below;
        boolean hasLow = above > -2e9;
        boolean hasHigh = below < 2e9;
        if (hasLow && hasHigh) {
            return whole
                    ? "%s from %s to %s".formatted(kind, plain(low), plain(high))
                    : "%s above %s and below %s".formatted(kind, plain(low), plain(high));
        }
        if (hasLow) {
            return whole
                    ? "%s, %s or more".formatted(kind, plain(low))
                    : low == 0 ? "positive number" : "%s above %s".formatted(kind, plain(low));
        }
        return hasHigh ? "%s below %s".formatted(kind, plain(high)) : kind;
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields number = JsonNode.type(whole ? "integer" : "number");
        if (above > -1e15) {
            number = whole
                    ? number.with("minimum", new JsonNode.Numeric(Math.ceil(above)))
                    : number.with("exclusiveMinimum", new JsonNode.Numeric(above));
        }
        if (below < 8e15) {
            number = whole
                    ? number.with("maximum", new JsonNode.Numeric(Math.floor(below)))
                    : number.with("exclusiveMaximum", new JsonNode.Numeric(below));
        }
        if (whole) {
            return number;
        }
        JsonNode.Fields fraction = JsonNode.type("string").with("pattern", "^[+-]?[0-9.eE+-]+(\\s*/\\s*[0-9]+)?$");
        return JsonNode.anyOf(List.of(number, fraction));
    }
}
