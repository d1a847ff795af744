package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Names for numbers in expressions: bare numbers, or quantities, which count in SI.
record ConstantsType() implements ValueType<SequencedMap<String, Double>> {
    @Override
    public SequencedMap<String, Double> read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlMap map)) {
            throw reading.refuse(
                    node.place(), "this is %s, but names with numbers are expected".formatted(node.words()));
        }
        SequencedMap<String, Double> constants = new LinkedHashMap<>();
        boolean good = true;
        for (YamlEntry entry : map.entries()) {
            try {
                constants.put(entry.key(), readOne(entry, reading));
            } catch (Unreadable noted) {
                good = false;
            }
        }
        if (!good) {
            throw new Unreadable();
        }
        return constants;
    }

    private static double readOne(YamlEntry entry, Reading reading) {
        String why = ExpressionParser.whyNoConstant(entry.key());
        if (!why.isEmpty()) {
            throw reading.refuse(entry.keyPlace(), why);
        }
        Reading here = reading.at(entry.key());
        if (!(entry.value() instanceof YamlText text)) {
            throw here.refuse(
                    entry.value().place(),
                    "this is %s, but a number or a quantity is expected, such as 0.8 s"
                            .formatted(entry.value().words()));
        }
        try {
            return Quantity.parse(text.text()).si();
        } catch (QuantityException e) {
            throw here.refuse(text.at(e.offset()), e);
        }
    }

    @Override
    public YamlNode write(SequencedMap<String, Double> constants) {
        Yaml.Group group = Yaml.group();
        constants.forEach((name, value) -> group.with(name, Yaml.number(value)));
        return group.node();
    }

    @Override
    public String words() {
        return "names, each with a number or a quantity";
    }

    @Override
    public JsonNode schema() {
        JsonNode values = JsonNode.anyOf(List.of(JsonNode.type("number"), JsonNode.type("string")));
        return JsonNode.type("object").with("additionalProperties", values);
    }
}
