package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.OutputChoice.Schedule;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An interval: a physical time, or a number of steps.
record ScheduleType() implements ValueType<Schedule> {
    /// A number of steps; group 1 is the number.
    private static final Pattern STEPS = Pattern.compile("\\s*(\\d{1,15})\\s*steps?\\s*");

    private static final Pattern ANY_STEPS = Pattern.compile("\\s*[+-]?[\\d.][\\d.eE+-]*\\s*steps?\\s*");

    @Override
    public Schedule read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        if (ANY_STEPS.matcher(text.text()).matches()
                && !STEPS.matcher(text.text()).matches()) {
            throw reading.refuse(
                    text.place(),
                    ("%s is not a number of steps: it must be a positive whole number of at most 15 digits, such as"
                                    + " 500 steps")
                            .formatted(text.words()));
        }
        Matcher steps = STEPS.matcher(text.text());
        double count = steps.matches() ? Long.parseLong(steps.group(1)) : seconds(text, reading);
        if (!(count > 0)) {
            throw reading.refuse(text.place(), "%s must be positive".formatted(text.words()));
        }
        return steps.matches() ? Schedule.everySteps((long) count) : Schedule.everySeconds(count);
    }

    /// @throws IllegalArgumentException for a schedule of the end alone, which is that of a key that is not
    ///        written
    @Override
    public YamlNode write(Schedule schedule) {
        if (schedule.steps().isPresent()) {
            return Yaml.text(schedule.steps().getAsLong() + " steps");
        }
        double seconds = schedule.seconds()
                .orElseThrow(() -> new IllegalArgumentException("a schedule of the end alone has no text in a case"));
        return Yaml.text(QuantityText.exact(seconds, QuantityKind.TIME));
    }

    /// A positive time; a number of steps is told the key that takes it.
    /// @param remedy what to write in place of N steps, with `%s` for N
    static ValueType<Double> timeAlone(String remedy) {
        ValueType<Double> time = QuantityType.positive(QuantityKind.TIME);
        return new GuardedType<>(time, (node, reading) -> {
            if (node instanceof YamlText text) {
                Matcher steps = STEPS.matcher(text.text());
                if (steps.matches()) {
                    throw reading.refuse(
                            text.place(),
                            "%s is a number of steps, not a time; write %s"
                                    .formatted(text.words(), remedy.formatted(steps.group(1))));
                }
            }
            return time.read(node, reading);
        });
    }

    private static double seconds(YamlText text, Reading reading) {
        try {
            Quantity quantity = Quantity.parse(text.text());
            if (quantity.isBare()) {
                throw reading.refuse(
                        text.place(),
                        "%s has no unit; write a time, such as 0.05 s, or a number of steps, such as 500 steps"
                                .formatted(text.words()));
            }
            return quantity.si(QuantityKind.TIME);
        } catch (QuantityException e) {
            throw reading.refuse(text.at(e.offset()), e.getMessage() + ", or 500 steps");
        }
    }

    @Override
    public String words() {
        return "time or number of steps";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string").with("examples", JsonNode.texts(List.of("0.05 s", "500 steps")));
    }
}
