package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Range;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.units.QuantityKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// `output.pictures`: pictures as text, or as a group with the range of the colour scale.
final class PictureSection {
    private static final String SERIES = "series";
    private static final String EACH = "each";

    private static final Key<Picture> PICTURE = Key.of("picture", new PictureType())
            .needed()
            .says("field and view: `[field] slice AXIS PLACE`, `[field] maximum AXIS`, `[field] surface`,"
                    + " `[field] slice AXIS PLACE within surface` or `[field] streamlines`")
            .example("pressure slice z 50%");
    private static final Key<Colours> RANGE = Key.of("range", rangeType())
            .or(new Colours.Named(new Range.OfSeries()), SERIES)
            .says("values at the ends of the colour scale. `series`: one range for all pictures of the run; where a"
                    + " picture exceeds it, the range grows and the earlier pictures are drawn again. `each`:"
                    + " each picture has its own range. Two values, smallest and largest: fixed")
            .example("[0 Pa, 20 Pa]");

    private static final Key<Double> ANIMATE = Key.of(
                    "animate", NumberType.between(Picture.SLOWEST_PER_S, Picture.FASTEST_PER_S))
            .otherwise("no animated picture")
            .says("pictures in a second of an animated picture (APNG, which browsers show) of all pictures of the run,"
                    + " written at its end, such as `velocity-z50.apng`")
            .example("12");

    private static final Section<Picture> SECTION = Section.of(
            "output.pictures",
            "One picture with its colour range; `output.pictures` is a list of these, or of pictures written"
                    + " as text.",
            List.of(
                    PICTURE.from(picture -> picture),
                    RANGE.unlessDefault(Colours::of),
                    ANIMATE.ifPresent(
                            picture -> picture.animatedPerS().stream().boxed().findFirst())),
            fields -> {
                Picture picture = fields.get(PICTURE);
                Range range = fields.get(RANGE).in(picture.field());
                OptionalDouble animated =
                        fields.find(ANIMATE).map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
                return new Picture(picture.field(), picture.view(), range, animated);
            });

    /// With every key at the top of the group; a picture written as text has the range of its series.
    static final ValueType<Picture> TYPE = EitherType.textOrGroup(
            new PictureType(),
            SECTION,
            picture -> picture.range() instanceof Range.OfSeries
                            && picture.animatedPerS().isEmpty()
                    ? new PictureType().write(picture)
                    : SECTION.write(picture));

    private PictureSection() {}

    /// A range before the field, and so its unit, is known.
    private sealed interface Colours {
        /// By one word.
        record Named(Range range) implements Colours {}

        /// From the smallest value to the largest.
        record Between(List<Measured> ends) implements Colours {}

        static Colours of(Picture picture) {
            return switch (picture.range()) {
                case Range.OfSeries series -> new Named(series);
                case Range.OfEach each -> new Named(each);
                case Range.Fixed(double low, double high) -> {
                    QuantityKind kind = picture.field().kind();
                    yield new Between(List.of(new Measured(kind, low), new Measured(kind, high)));
                }
            };
        }

        default Range in(ResultField field) {
            return switch (this) {
                case Named(Range range) -> range;
                case Between(List<Measured> ends) -> between(ends, field);
            };
        }
    }

    private static ValueType<Colours> rangeType() {
        SequencedMap<String, Range> words = new LinkedHashMap<>();
        words.put(SERIES, new Range.OfSeries());
        words.put(EACH, new Range.OfEach());
        ValueType<Colours.Named> word =
                new MappedType<>(new ChoiceType<>("range", words), Colours.Named::new, Colours.Named::range);
        List<QuantityKind> kinds = Stream.concat(ResultFields.all().stream(), ResultFields.ofShallowWater().stream())
                .map(ResultField::kind)
                .distinct()
                .toList();
        ValueType<Measured> value = new QuantityType(kinds, QuantityType.Range.ANY);
        ValueType<Colours.Between> ends =
                new MappedType<>(new ListType<>(value, 2, 2), Colours.Between::new, Colours.Between::ends);
        return EitherType.textOrList(word, ends, colours -> switch (colours) {
            case Colours.Named named -> word.write(named);
            case Colours.Between between -> ends.write(between);
        });
    }

    private static Range between(List<Measured> values, ResultField field) {
        QuantityKind kind = field.kind();
        for (Measured value : values) {
            if (value.si() != 0 && value.kind() != kind) {
                throw new IllegalArgumentException("the range is a %s, but the picture shows %s; give a %s, such as %s"
                        .formatted(value.kind().words(), field.key(), kind.words(), kind.example()));
            }
        }
        return new Range.Fixed(values.getFirst().si(), values.getLast().si());
    }
}
