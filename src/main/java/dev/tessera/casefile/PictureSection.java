package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.solver.OutputChoice.Field;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Range;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// `output.pictures`: pictures as text, or as a group with the range of the colour scale.
final class PictureSection {
    private static final String SERIES = "series";
    private static final String EACH = "each";

    private static final Key<Picture> PICTURE = Key.of("picture", new PictureType())
            .needed()
            .says("field and position: `[field] slice AXIS PLACE` or `[field] maximum AXIS`")
            .example("pressure slice z 50%");
    private static final Key<RangeOfField> RANGE = Key.of("range", rangeType())
            .or(field -> new Range.OfSeries(), SERIES)
            .says("values at the ends of the colour scale. `series`: one range for all pictures of the run; where a"
                    + " picture exceeds it, the range grows and the earlier pictures are drawn again. `each`:"
                    + " each picture has its own range. Two values, smallest and largest: fixed")
            .example("[0 Pa, 20 Pa]");

    /// With every key at the top of the group; a picture written as text has the range of its series.
    static final ValueType<Picture> TYPE = EitherType.textOrGroup(
            new PictureType(),
            Section.of(
                    "output.pictures",
                    "One picture with its colour range; `output.pictures` is a list of these, or of pictures written"
                            + " as text.",
                    List.of(PICTURE, RANGE),
                    fields -> {
                        Picture picture = fields.get(PICTURE);
                        Range range = fields.get(RANGE).of(picture.field());
                        return new Picture(
                                picture.field(), picture.axis(), picture.position(), picture.maximum(), range);
                    }));

    private PictureSection() {}

    /// A range that is read when the field, and so its unit, is known.
    private interface RangeOfField {
        Range of(Field field);
    }

    private static ValueType<RangeOfField> rangeType() {
        SequencedMap<String, RangeOfField> words = new LinkedHashMap<>();
        words.put(SERIES, field -> new Range.OfSeries());
        words.put(EACH, field -> new Range.OfEach());
        ValueType<Measured> value =
                new QuantityType(List.of(QuantityKind.VELOCITY, QuantityKind.PRESSURE), QuantityType.Range.ANY);
        return EitherType.textOrList(
                new ChoiceType<>("range", words),
                new MappedType<>(new ListType<>(value, 2, 2), values -> field -> between(values, field)));
    }

    private static Range between(List<Measured> values, Field field) {
        QuantityKind kind = kindOf(field);
        for (Measured value : values) {
            if (value.si() != 0 && value.kind() != kind) {
                throw new IllegalArgumentException("the range is a %s, but the picture shows %s; give a %s, such as %s"
                        .formatted(value.kind().words(), field.key(), kind.words(), kind.example()));
            }
        }
        return new Range.Fixed(values.getFirst().si(), values.getLast().si());
    }

    private static QuantityKind kindOf(Field field) {
        return switch (field) {
            case VELOCITY -> QuantityKind.VELOCITY;
            case PRESSURE, WALL_SHEAR_STRESS, SHEAR_STRESS -> QuantityKind.PRESSURE;
        };
    }

    /// A picture as it is written in a case.
    static YamlNode written(Picture picture) {
        YamlNode words = Yaml.text(PictureType.written(picture));
        return switch (picture.range()) {
            case Range.OfSeries series -> words;
            case Range.OfEach each ->
                Yaml.group()
                        .with(PICTURE.name(), words)
                        .with(RANGE.name(), EACH)
                        .node();
            case Range.Fixed(double low, double high) -> {
                QuantityKind kind = kindOf(picture.field());
                yield Yaml.group()
                        .with(PICTURE.name(), words)
                        .with(
                                RANGE.name(),
                                Yaml.list(List.of(
                                        Yaml.text(QuantityText.exact(low, kind)),
                                        Yaml.text(QuantityText.exact(high, kind)))))
                        .node();
            }
        };
    }
}
