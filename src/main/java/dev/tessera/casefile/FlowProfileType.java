package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.FlowProfile;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Means over planes: an axis, `x`, or fields and an axis, `velocity pressure x`.
record FlowProfileType() implements ValueType<FlowProfile> {
    @Override
    public FlowProfile read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        List<String> parts = new ArrayList<>(Arrays.asList(text.text().strip().split("\\s+")));
        int axis = PictureType.axis(parts.removeLast());
        if (axis < 0) {
            throw reading.refuse(
                    text.place(),
                    "%s: a profile ends with the axis across which the planes are; write for example x, or velocity pressure x"
                            .formatted(text.words()));
        }
        if (parts.isEmpty()) {
            return FlowProfile.along(axis);
        }
        List<ResultField> fields = new ArrayList<>();
        for (String word : parts) {
            fields.add(ResultFields.byKey(word)
                    .orElseThrow(() -> reading.refuse(
                            text.place(),
                            "'%s' is no field; known: %s"
                                    .formatted(
                                            YamlNode.shortened(word),
                                            String.join(
                                                    ", ",
                                                    Spelling.nearestFirst(
                                                            word,
                                                            ResultFields.all().stream()
                                                                    .map(ResultField::key)
                                                                    .toList()))))));
        }
        try {
            return new FlowProfile(fields, axis);
        } catch (IllegalArgumentException repeated) {
            throw reading.refuse(text.place(), "%s: %s".formatted(text.words(), repeated.getMessage()));
        }
    }

    @Override
    public YamlNode write(FlowProfile profile) {
        if (profile.equals(FlowProfile.along(profile.axis()))) {
            return Yaml.text(profile.axisName());
        }
        return Yaml.text(profile.fields().stream().map(ResultField::key).collect(Collectors.joining(" ")) + " "
                + profile.axisName());
    }

    @Override
    public String words() {
        return "profile, such as x or velocity pressure x";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string").with("pattern", "^\\s*([a-zA-Z0-9-]+\\s+)*[xyz]\\s*$");
    }
}
