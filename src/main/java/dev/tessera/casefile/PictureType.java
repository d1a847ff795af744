package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.Velocity;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import dev.tessera.units.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// A picture as text: `slice z 50%`, `pressure slice x 10%`, `slice z 50% within surface`, `wall-shear-stress maximum
/// z`,
/// `pressure surface y`, `velocity streamlines`.
record PictureType() implements ValueType<Picture> {
    private static final String AXES = "xyz";
    private static final List<String> KINDS = List.of("slice", "maximum", "surface", "streamlines");
    private static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?";
    private static final Pattern NUMBERS = Pattern.compile(NUMBER);

    @Override
    public Picture read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        List<String> parts = new ArrayList<>(Arrays.asList(text.text().strip().split("\\s+")));
        ResultField field = new Velocity();
        if (!KINDS.contains(parts.getFirst())) {
            field = field(parts.removeFirst(), text, reading);
        }
        if (parts.isEmpty()) {
            throw wrong(text, reading);
        }
        String kind = parts.removeFirst();
        return new Picture(
                field,
                switch (kind) {
                    case "surface" -> surface(kind, parts, text, reading);
                    case "streamlines" -> new View.Streamlines(surface(kind, parts, text, reading));
                    default -> flat(kind, parts, text, reading);
                });
    }

    private static View flat(String kind, List<String> parts, YamlText text, Reading reading) {
        boolean maximum = kind.equals("maximum");
        int within = parts.indexOf("within");
        if (kind.equals("slice") && within == 2 && parts.indexOf("surface") == 3) {
            return within(parts, text, reading);
        }
        boolean shaped = maximum ? parts.size() == 1 : kind.equals("slice") && parts.size() == 2;
        int axis = shaped ? axis(parts.getFirst()) : -1;
        if (axis < 0) {
            throw wrong(text, reading);
        }
        return maximum ? new View.Maximum(axis) : new View.Slice(axis, place(parts.get(1), text, reading));
    }

    private static View within(List<String> parts, YamlText text, Reading reading) {
        if (!(flat("slice", parts.subList(0, 2), text, reading) instanceof View.Slice slice)) {
            throw wrong(text, reading);
        }
        View.Surface around = surface("surface", parts.subList(4, parts.size()), text, reading);
        try {
            return new View.SliceWithin(slice, around);
        } catch (IllegalArgumentException edge) {
            throw reading.refuse(text.place(), "%s: %s".formatted(text.words(), edge.getMessage()));
        }
    }

    private static View.Surface surface(String kind, List<String> parts, YamlText text, Reading reading) {
        if (parts.isEmpty()) {
            return new View.Surface(Optional.empty());
        }
        int axis = parts.size() == 1 ? axis(parts.getFirst()) : -1;
        if (axis >= 0) {
            return View.Surface.along(axis);
        }
        List<String> numbers = parts.subList(1, parts.size());
        if (!parts.getFirst().equals("from")
                || numbers.size() != 3
                || !numbers.stream().allMatch(number -> NUMBERS.matcher(number).matches())) {
            throw reading.refuse(
                    text.place(),
                    "%1$s: the direction from which a surface is seen is an axis or three numbers without commas; write %2$s, %2$s y, or %2$s from 1 -1 0.5"
                            .formatted(text.words(), kind));
        }
        Vec from = new Vec(
                Double.parseDouble(numbers.get(0)),
                Double.parseDouble(numbers.get(1)),
                Double.parseDouble(numbers.get(2)));
        if (!(from.length() > 0) || Double.isInfinite(from.length())) {
            throw reading.refuse(
                    text.place(),
                    "%s: (%s) is no direction; write for example %s from 1 -1 0.5"
                            .formatted(text.words(), String.join(", ", numbers), kind));
        }
        return new View.Surface(Optional.of(from));
    }

    /// -1: none.
    static int axis(String word) {
        return word.length() == 1 ? AXES.indexOf(word) : -1;
    }

    private static ResultField field(String word, YamlText text, Reading reading) {
        Optional<ResultField> field = ResultFields.byKey(word);
        if (field.isPresent()) {
            return field.get();
        }
        List<String> known = new ArrayList<>(KINDS);
        ResultFields.all().stream().map(ResultField::key).forEach(known::add);
        throw reading.refuse(
                text.place(),
                "'%s' is no field and no kind of picture; known: %s. Write for example slice z 50%%"
                        .formatted(YamlNode.shortened(word), String.join(", ", Spelling.nearestFirst(word, known))));
    }

    static double place(String word, YamlText text, Reading reading) {
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
                ("%s is no picture; write [field] slice AXIS PLACE, such as pressure slice z 50%%, [field] slice"
                                + " AXIS PLACE within surface, [field] maximum AXIS, [field] surface, or [field] streamlines")
                        .formatted(text.words()));
    }

    /// All but its range.
    @Override
    public YamlNode write(Picture picture) {
        String field =
                picture.field().equals(new Velocity()) ? "" : picture.field().key() + " ";
        return Yaml.text(field
                + switch (picture.view()) {
                    case View.Slice(int axis, double position) -> "slice " + across(axis, position);
                    case View.SliceWithin(View.Slice(int axis, double position), View.Surface around) ->
                        "slice %s within surface%s".formatted(across(axis, position), seen(around));
                    case View.Maximum(int axis) -> "maximum " + AXES.charAt(axis);
                    case View.Surface surface -> "surface" + seen(surface);
                    case View.Streamlines(View.Surface around) -> "streamlines" + seen(around);
                });
    }

    /// The plane of a slice.
    static String across(int axis, double position) {
        return "%c %s%%".formatted(AXES.charAt(axis), percent(position));
    }

    private static String percent(double position) {
        return BigDecimal.valueOf(position)
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String seen(View.Surface surface) {
        if (surface.axis().isPresent()) {
            return " " + AXES.charAt(surface.axis().getAsInt());
        }
        return surface.from()
                .map(from -> DoubleStream.of(from.x(), from.y(), from.z())
                        .mapToObj(component -> QuantityText.exact(component, QuantityKind.NUMBER))
                        .collect(Collectors.joining(" ", " from ", "")))
                .orElse("");
    }

    @Override
    public String words() {
        return "picture, such as slice z 50%";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string")
                .with(
                        "pattern",
                        "^\\s*([a-zA-Z0-9-]+\\s+)?(slice\\s+[xyz]\\s+[0-9.]+%|maximum\\s+[xyz]|(slice\\s+[xyz]\\s+[0-9.]+%\\s+within\\s+surface|surface|streamlines)(\\s+[xyz]|\\s+from(\\s+"
                                + NUMBER + "){3})?)\\s*$");
    }
}
