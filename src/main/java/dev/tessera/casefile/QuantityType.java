package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.stream.Collectors;

/// A number with its unit, of one of a few kinds; becomes SI.
///
/// @param kinds that are allowed; at least one
/// @param range of allowed values
record QuantityType(List<QuantityKind> kinds, Range range) implements ValueType<QuantityType.Measured> {
    QuantityType {
        kinds = List.copyOf(kinds);
    }

    enum Range {
        ANY(""),
        NOT_NEGATIVE("must not be negative"),
        POSITIVE("must be positive");

        private final String words;

        Range(String words) {
            this.words = words;
        }

        boolean allows(double value) {
            return switch (this) {
                case ANY -> true;
                case NOT_NEGATIVE -> value >= 0;
                case POSITIVE -> value > 0;
            };
        }

        String words() {
            return words;
        }
    }

    /// A value and its kind.
    record Measured(QuantityKind kind, double si) {}

    /// One kind only, as a plain number in SI.
    static ValueType<Double> of(QuantityKind kind) {
        return of(kind, Range.ANY);
    }

    static ValueType<Double> positive(QuantityKind kind) {
        return of(kind, Range.POSITIVE);
    }

    static ValueType<Double> of(QuantityKind kind, Range range) {
        return new MappedType<>(new QuantityType(List.of(kind), range), Measured::si, si -> new Measured(kind, si));
    }

    @Override
    public Measured read(YamlNode node, Reading reading) {
        return switch (node) {
            case YamlText text -> read(text, reading);
            case YamlMap map -> throw reading.refuse(map.place(), wrongShape(map));
            case YamlList list -> throw reading.refuse(list.place(), wrongShape(list));
        };
    }

    @Override
    public YamlNode write(Measured value) {
        if (!range.allows(value.si())) {
            throw new IllegalArgumentException("the %s %s %s in a case"
                    .formatted(value.kind().words(), QuantityText.about(value.si(), value.kind()), range.words()));
        }
        return Yaml.text(QuantityText.exact(value.si(), value.kind()));
    }

    private String wrongShape(YamlNode node) {
        return "this is %s, but a %s is expected, such as %s"
                .formatted(node.words(), words(), kinds.getFirst().example());
    }

    private Measured read(YamlText text, Reading reading) {
        try {
            Quantity quantity = Quantity.parse(text.text());
            for (QuantityKind kind : kinds) {
                if (quantity.is(kind)) {
                    return checked(new Measured(kind, quantity.si(kind)), text, reading);
                }
            }
            quantity.si(kinds.getFirst()); // says why not
            throw new IllegalStateException("a quantity of no allowed kind was accepted");
        } catch (QuantityException e) {
            String also = kinds.size() == 1
                    ? ""
                    : kinds.stream()
                            .skip(1)
                            .map(kind -> ", or a %s, such as %s".formatted(kind.words(), kind.example()))
                            .collect(Collectors.joining());
            String message = String.valueOf(e.getMessage());
            boolean mismatch = message.contains("expected a ");
            throw reading.refuse(text.at(e.offset()), message + (mismatch ? also : "") + expressionHint(text.text()));
        }
    }

    private static String expressionHint(String text) {
        return text.indexOf('(') > 0
                ? ". An expression is written {expression: \"%s\", unit: …}, where it is allowed"
                        .formatted(YamlNode.shortened(text))
                : "";
    }

    private Measured checked(Measured value, YamlText text, Reading reading) {
        if (!range.allows(value.si())) {
            throw reading.refuse(text.place(), "%s %s".formatted(text.words(), range.words()));
        }
        return value;
    }

    @Override
    public String words() {
        return kinds.stream().map(QuantityKind::words).collect(Collectors.joining(" or "));
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields text = JsonNode.type("string")
                .with("pattern", "^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*[A-Za-zµμ°(1]")
                .with(
                        "examples",
                        JsonNode.texts(kinds.stream().map(QuantityKind::example).toList()));
        boolean takesBareZero = range != Range.POSITIVE && kinds.stream().anyMatch(QuantityKind::takesBareZero);
        return takesBareZero
                ? JsonNode.anyOf(List.of(
                        text,
                        JsonNode.type("number")
                                .with("minimum", new JsonNode.Numeric(0))
                                .with("maximum", new JsonNode.Numeric(0))))
                : text;
    }
}
