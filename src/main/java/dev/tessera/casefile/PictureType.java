package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.Velocity;
import dev.tessera.units.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A picture as text: `slice z 50%`, `pressure slice x 10%`, `wall-shear-stress maximum z`.
record PictureType() implements ValueType<Picture> {
    private static final String AXES = "xyz";

    @Override
    public Picture read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        List<String> parts = new ArrayList<>(Arrays.asList(text.text().strip().split("\\s+")));
        ResultField field = new Velocity();
        if (!List.of("slice", "maximum").contains(parts.getFirst())) {
            field = field(parts.removeFirst(), text, reading);
        }
        if (parts.isEmpty()) {
            throw wrong(text, reading);
        }
        boolean maximum = parts.getFirst().equals("maximum");
        boolean shaped = maximum ? parts.size() == 2 : parts.getFirst().equals("slice") && parts.size() == 3;
        int axis = shaped && parts.get(1).length() == 1 ? AXES.indexOf(parts.get(1)) : -1;
        if (axis < 0) {
            throw wrong(text, reading);
        }
        return new Picture(field, axis, maximum ? 0.5 : place(parts.get(2), text, reading), maximum);
    }

    private static ResultField field(String word, YamlText text, Reading reading) {
        Optional<ResultField> field = ResultFields.byKey(word);
        if (field.isPresent()) {
            return field.get();
        }
        List<String> known = new ArrayList<>(List.of("slice", "maximum"));
        ResultFields.all().stream().map(ResultField::key).forEach(known::add);
        throw reading.refuse(
                text.place(),
                "'%s' is no field and no kind of picture; known: %s. Write for example slice z 50%%"
                        .formatted(YamlNode.shortened(word), String.join(", ", Spelling.nearestFirst(word, known))));
    }

    private static double place(String word, YamlText text, Reading reading) {
        if (word.matches("\\d{1,3}(\\.\\d{1,6})?%")) {
            double percent = Double.parseDouble(word.substring(0, word.length() - 1));
            if (percent <= 100) {
                return percent / 100;
            }
        }
        throw reading.refuse(
                text.place(),
                "'%s' is no place along the axis; write 0%% to 100%%".formatted(YamlNode.shortened(word)));
    }

    private static Unreadable wrong(YamlText text, Reading reading) {
        return reading.refuse(
                text.place(),
                ("%s is no picture; write [field] slice AXIS PLACE, such as pressure slice z 50%%, or [field] maximum"
                                + " AXIS")
                        .formatted(text.words()));
    }

    /// All but its range.
    @Override
    public YamlNode write(Picture picture) {
        String field =
                picture.field().equals(new Velocity()) ? "" : picture.field().key() + " ";
        char axis = AXES.charAt(picture.axis());
        if (picture.maximum()) {
            return Yaml.text(field + "maximum " + axis);
        }
        String percent = BigDecimal.valueOf(picture.position())
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
        return Yaml.text("%sslice %c %s%%".formatted(field, axis, percent));
    }

    @Override
    public String words() {
        return "picture, such as slice z 50%";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string")
                .with("pattern", "^\\s*([a-zA-Z0-9-]+\\s+)?(slice\\s+[xyz]\\s+[0-9.]+%|maximum\\s+[xyz])\\s*$");
    }
}
