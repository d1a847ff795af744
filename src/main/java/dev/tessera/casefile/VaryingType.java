package dev.tessera.casefile;

import dev.tessera.casefile.ExpressionParser.ExpressionException;
import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.solver.Value;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A number with its unit, an expression of place and time, `{expression: "…", unit: m/s}`, or a series.
///
/// @param variables of expressions
record VaryingType(QuantityKind kind, List<String> variables) implements ValueType<Value> {
    VaryingType(QuantityKind kind) {
        this(kind, ExpressionParser.VARIABLES);
    }

    static ValueType<Value> of(QuantityKind kind) {
        return of(kind, ExpressionParser.VARIABLES);
    }

    /// @param variables of expressions
    static ValueType<Value> of(QuantityKind kind, List<String> variables) {
        VaryingType varying = new VaryingType(kind, variables);
        ValueType<Value.Constant> constant =
                new MappedType<>(QuantityType.of(kind), Value.Constant::new, Value.Constant::si);
        return EitherType.textOrGroup(constant, varying, varying::write);
    }

    @Override
    public Value read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlMap map)) {
            throw reading.refuse(node.place(), "this is %s, but an expression is expected".formatted(node.words()));
        }
        if (SeriesType.isSeries(map)) {
            return new SeriesType(kind).read(map, reading);
        }
        for (YamlEntry entry : map.entries()) {
            if (!List.of("expression", "unit").contains(entry.key())) {
                throw reading.refuse(
                        entry.keyPlace(),
                        "unknown key '%s' beside an expression; known: expression, unit"
                                .formatted(YamlNode.shortened(entry.key())));
            }
        }
        YamlText expression = text(map, "expression", reading, "write {expression: \"…\", unit: %s}");
        YamlText unit = text(map, "unit", reading, "give the unit of its result, such as unit: %s");
        return new Value.Varying(
                parsed(expression, reading.at("expression")),
                size(unit, reading.at("unit")),
                withoutConstants(expression.text(), reading.constants()));
    }

    /// Also a constant, as its quantity alone.
    @Override
    public YamlNode write(Value value) {
        return ValueText.of(value, kind);
    }

    private YamlText text(YamlMap map, String key, Reading reading, String remedy) {
        @Nullable YamlEntry entry = map.find(key);
        if (entry == null || !(entry.value() instanceof YamlText text) || text.isEmpty()) {
            throw reading.refuse(
                    entry == null ? map.place() : entry.keyPlace(),
                    "'%s' is missing; %s"
                            .formatted(key, remedy.formatted(kind.units().getFirst())));
        }
        return text;
    }

    private Expr parsed(YamlText text, Reading reading) {
        try {
            Expr expression = ExpressionParser.parse(new ExprGraph(), reading.constants(), variables, text.text());
            reading.note(expression, text.place());
            return expression;
        } catch (ExpressionException e) {
            throw reading.refuse(
                    text.at(e.offset()),
                    "%s (character %d of \"%s\")"
                            .formatted(e.getMessage(), e.offset() + 1, YamlNode.shortened(text.text())));
        }
    }

    private double size(YamlText unit, Reading reading) {
        try {
            return Quantity.unitToSi(unit.text(), kind);
        } catch (QuantityException e) {
            throw reading.refuse(unit.at(e.offset()), e);
        }
    }

    /// The expression with the case's constants replaced by their numbers, so that it is complete without them.
    static String withoutConstants(String text, SequencedMap<String, Double> constants) {
        String plain = text.strip();
        for (Map.Entry<String, Double> constant : constants.entrySet()) {
            String number = constant.getValue() < 0 ? "(" + constant.getValue() + ")" : "" + constant.getValue();
            plain = Pattern.compile("(?<![A-Za-z0-9_.])" + Pattern.quote(constant.getKey()) + "(?![A-Za-z0-9_])")
                    .matcher(plain)
                    .replaceAll(number);
        }
        return plain;
    }

    @Override
    public String words() {
        return "expression of %s or series".formatted(String.join(", ", variables));
    }

    @Override
    public JsonNode schema() {
        return JsonNode.anyOf(List.of(expressionSchema(), new SeriesType(kind).schema()));
    }

    /// Of an expression with its unit.
    JsonNode expressionSchema() {
        JsonNode.Fields properties = JsonNode.fields()
                .with("expression", JsonNode.anyOf(List.of(JsonNode.type("string"), JsonNode.type("number"))))
                .with("unit", JsonNode.type("string"));
        return JsonNode.type("object")
                .with("properties", properties)
                .with("required", JsonNode.texts(List.of("expression", "unit")))
                .with("additionalProperties", new JsonNode.Flag(false));
    }

    @Override
    public List<Section<?>> sections() {
        return new SeriesType(kind).sections();
    }
}
