package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import java.util.List;

/// A result field by its key; of a mixture also `density-NAME`.
record FieldType() implements ValueType<ResultField> {
    private static final String OF_COMPONENTS = "^density-[A-Za-z][A-Za-z0-9]*$";
    private static final ChoiceType<ResultField> CATALOGUE =
            ChoiceType.of("field", ResultFields.all(), ResultField::key);

    @Override
    public ResultField read(YamlNode node, Reading reading) {
        if (node instanceof YamlText text && text.text().matches(OF_COMPONENTS)) {
            return ResultFields.byKey(text.text()).orElseThrow();
        }
        return CATALOGUE.read(node, reading);
    }

    @Override
    public YamlNode write(ResultField field) {
        return field instanceof ComponentDensity ? Yaml.text(field.key()) : CATALOGUE.write(field);
    }

    @Override
    public String words() {
        return CATALOGUE.words();
    }

    @Override
    public JsonNode schema() {
        return JsonNode.anyOf(
                List.of(CATALOGUE.schema(), JsonNode.type("string").with("pattern", OF_COMPONENTS)));
    }
}
