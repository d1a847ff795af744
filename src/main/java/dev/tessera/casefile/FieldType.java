package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import java.util.List;

/// A result field by its key; of a mixture also `density-NAME` and `order-parameter`, of shallow water `height`.
record FieldType() implements ValueType<ResultField> {
    private static final String OF_OTHERS = "^(density-[A-Za-z][A-Za-z0-9]*|order-parameter|height)$";
    private static final ChoiceType<ResultField> CATALOGUE =
            ChoiceType.of("field", ResultFields.all(), ResultField::key);

    @Override
    public ResultField read(YamlNode node, Reading reading) {
        if (node instanceof YamlText text && text.text().matches(OF_OTHERS)) {
            return ResultFields.byKey(text.text()).orElseThrow();
        }
        return CATALOGUE.read(node, reading);
    }

    @Override
    public YamlNode write(ResultField field) {
        return field.key().matches(OF_OTHERS) ? Yaml.text(field.key()) : CATALOGUE.write(field);
    }

    @Override
    public String words() {
        return CATALOGUE.words();
    }

    @Override
    public JsonNode schema() {
        return JsonNode.anyOf(
                List.of(CATALOGUE.schema(), JsonNode.type("string").with("pattern", OF_OTHERS)));
    }
}
