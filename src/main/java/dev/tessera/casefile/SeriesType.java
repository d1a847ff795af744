package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.Value;
import dev.tessera.solver.Value.Interpolation;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A value given at points in time: `{series: heartbeat.csv, period: 0.8 s, interpolation: cubic}`.
record SeriesType(QuantityKind kind) implements ValueType<Value.Sampled> {
    private static final Key<Path> SERIES = Key.of("series", TextType.FILE)
            .says("one point per line: time and value, separated by a comma, a semicolon, a tab or spaces; `#` begins a"
                    + " comment. The first line names both columns with their units: `time [s],flow-rate [mL/s]`")
            .example("heartbeat.csv");
    private static final Key<List<List<Double>>> POINTS = Key.of(
                    "points", ListType.atLeast(2, new ListType<>(NumberType.ANY, 2, 2)))
            .says("the points themselves, each with its time in seconds and its value in `unit`")
            .example("[[0, 1], [0.3, 2], [0.8, 1]]");
    private static final Key<String> UNIT =
            Key.of("unit", TextType.ANY).says("unit of the values of `points`").example("mL/s");
    private static final Key<Double> PERIOD = Key.of("period", QuantityType.positive(QuantityKind.TIME))
            .otherwise("none: the first and the last value hold before and after all points")
            .says("time after which the points repeat. A last point one period after the first has to have its value")
            .example("0.8 s");
    private static final Key<Interpolation> INTERPOLATION = Key.of(
                    "interpolation", ChoiceType.of("interpolation", List.of(Interpolation.values()), ChoiceType::key))
            .or(Interpolation.LINEAR, "linear")
            .says(
                    "`linear`: straight lines between points; `cubic`: cubic polynomials whose slope at a point is that of"
                            + " the parabola through the point and its two neighbours")
            .example("cubic");

    /// A series before its kind of quantity is known. @param file empty: `points` and `unit`
    private record Draft(
            Optional<Path> file,
            List<List<Double>> points,
            Optional<String> unit,
            double periodS,
            Interpolation interpolation) {}

    private static final Section<Draft> SECTION = Section.of(
                    "series",
                    "A value given at points in time, wherever the tables say *series*: a measured heartbeat, for example. With"
                            + " `ramp` it is multiplied by the ramp.",
                    List.of(
                            SERIES.neverWritten("points"),
                            POINTS.from(Draft::points),
                            UNIT.ifPresent(Draft::unit),
                            PERIOD.ifPresent(draft -> Optional.of(draft.periodS).filter(period -> period > 0)),
                            INTERPOLATION.unlessDefault(Draft::interpolation)),
                    SeriesType::make)
            .exactlyOne("a series has one list of points", SERIES, POINTS);

    private static Draft make(Fields fields) {
        if (fields.has(POINTS) && !fields.has(UNIT)) {
            throw fields.refuse(POINTS, "the unit of these values is missing; write for example unit: mL/s");
        }
        if (fields.has(SERIES) && fields.has(UNIT)) {
            throw fields.refuse(UNIT, "the first line of the file gives the unit; remove this key");
        }
        return new Draft(
                fields.find(SERIES),
                fields.find(POINTS).orElse(List.of()),
                fields.find(UNIT),
                fields.find(PERIOD).orElse(0.0),
                fields.get(INTERPOLATION));
    }

    /// Whether a group of keys is a series.
    static boolean isSeries(YamlMap map) {
        return map.find(SERIES.name()) != null || map.find(POINTS.name()) != null;
    }

    /// The unit of a series' values; empty where there is none, or where the file cannot be read.
    static String unitOf(YamlMap map, Reading reading) {
        if (map.find(UNIT.name()) instanceof YamlEntry entry && entry.value() instanceof YamlText text) {
            return text.text();
        }
        if (map.find(SERIES.name()) instanceof YamlEntry entry) {
            try {
                return SeriesFile.read(TextType.FILE.read(entry.value(), reading))
                        .valueUnit();
            } catch (IllegalArgumentException unreadable) {
                return "";
            }
        }
        return "";
    }

    @Override
    public Value.Sampled read(YamlNode node, Reading reading) {
        Draft draft = SECTION.read(node, reading);
        Key<?> key = draft.file.isPresent() ? SERIES : POINTS;
        @Nullable YamlEntry entry = node instanceof YamlMap map ? map.find(key.name()) : null;
        Place place = entry == null ? node.place() : entry.value().place();
        try {
            return draft.file.isPresent() ? ofFile(draft, draft.file.get()) : ofPoints(draft);
        } catch (IllegalArgumentException wrong) {
            throw reading.at(key.name()).refuse(place, wrong);
        }
    }

    private Value.Sampled ofPoints(Draft draft) {
        String unit = " " + draft.unit.orElse("");
        return sampled(
                draft,
                draft.points.stream().map(List::getFirst).toList(),
                draft.points.stream()
                        .map(point -> Quantity.parse(point.getLast() + unit, kind))
                        .toList());
    }

    private Value.Sampled ofFile(Draft draft, Path path) {
        SeriesFile file = SeriesFile.read(path);
        List<Double> times = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (SeriesFile.Point point : file.points()) {
            try {
                times.add(Quantity.parse(point.time() + " " + file.timeUnit(), QuantityKind.TIME));
                values.add(Quantity.parse(point.value() + " " + file.valueUnit(), kind));
            } catch (QuantityException wrong) {
                throw SeriesFile.wrong(path, point.line(), String.valueOf(wrong.getMessage()));
            }
            int last = times.size() - 1;
            if (last > 0 && !(times.get(last) > times.get(last - 1))) {
                throw SeriesFile.wrong(
                        path,
                        point.line(),
                        "the time %s %s is not after the one before".formatted(point.time(), file.timeUnit()));
            }
        }
        try {
            return sampled(draft, times, values);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("%s: %s".formatted(path, wrong.getMessage()), wrong);
        }
    }

    /// Without a last point that repeats the first one a period later.
    private static Value.Sampled sampled(Draft draft, List<Double> times, List<Double> values) {
        int last = times.size() - 1;
        boolean repeats = draft.periodS > 0
                && Math.abs(times.getLast() - times.getFirst() - draft.periodS) <= 1e-9 * draft.periodS;
        if (repeats && !values.getLast().equals(values.getFirst())) {
            throw new IllegalArgumentException(
                    "the last point is one period after the first, but has another value (%s, not %s in SI); correct it, or remove the point"
                            .formatted(values.getLast(), values.getFirst()));
        }
        return new Value.Sampled(
                repeats ? times.subList(0, last) : times,
                repeats ? values.subList(0, last) : values,
                draft.periodS,
                draft.interpolation);
    }

    /// With the points themselves, so that the text is complete without the file.
    @Override
    public YamlNode write(Value.Sampled value) {
        List<List<Double>> points = new ArrayList<>();
        for (int point = 0; point < value.timesS().size(); point++) {
            points.add(List.of(value.timesS().get(point), value.si().get(point)));
        }
        return SECTION.write(new Draft(
                Optional.empty(),
                points,
                Optional.of(kind.units().getFirst()),
                value.periodS(),
                value.interpolation()));
    }

    @Override
    public String words() {
        return "series";
    }

    @Override
    public JsonNode schema() {
        return SECTION.schema();
    }

    @Override
    public List<Section<?>> sections() {
        return SECTION.sections();
    }
}
