package dev.tessera.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// What a `summary.json` says about a run that has ended.
///
/// @param stopReason how it ended: `steady`, `time`, `steps`, `interrupted` …
/// @param complete whether all its files could be written
/// @param device where it was computed, empty where the summary does not say
/// @param numbers plain numbers of the top level, such as `steps` and `wall_s`, by key
/// @param observables by name with the unit, as columns of `log.csv` are named: `inlet.flow_rate [m3/s]`
/// @param failure the message of a run that failed
public record WrittenSummary(
        String stopReason,
        boolean complete,
        String device,
        SequencedMap<String, Double> numbers,
        SequencedMap<String, Double> observables,
        Optional<String> failure) {
    private static final String NAME = "summary.json";

    /// The summary of a folder; empty where there is none.
    /// @throws IOException where it cannot be read, or is no summary
    public static Optional<WrittenSummary> of(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Object json = new Load(
                            LoadSettings.builder().setSchema(new JsonSchema()).build())
                    .loadFromString(Files.readString(file));
            Map<?, ?> root = map(json);
            return Optional.of(new WrittenSummary(
                    (String) required(root, "stop_reason"),
                    (Boolean) required(root, "complete"),
                    root.get("device") instanceof String device ? device : "",
                    numbers(root),
                    observables(map(required(root, "observables"))),
                    Optional.ofNullable(root.get("failure")).map(why -> String.valueOf(map(why).get("message")))));
        } catch (YamlEngineException | ClassCastException | IllegalArgumentException damaged) {
            throw new IOException("%s is no summary of a run: %s. Remove it, and run again."
                    .formatted(
                            file,
                            String.valueOf(damaged.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse("")));
        }
    }

    /// Whether the run has reached the end of its case, with all files written.
    public boolean isFinished() {
        return complete && (stopReason.equals("steady") || stopReason.equals("time") || stopReason.equals("steps"));
    }

    /// Whether the run has ended because its flow diverged: the same case diverges again.
    public boolean hasDiverged() {
        return stopReason.equals("diverged");
    }

    /// A number of the top level; empty where it is not known.
    public OptionalDouble number(String key) {
        Double value = numbers.get(key);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static Object required(Map<?, ?> root, String key) {
        Object value = root.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no '%s'".formatted(key));
        }
        return value;
    }

    private static SequencedMap<String, Double> numbers(Map<?, ?> root) {
        SequencedMap<String, Double> numbers = new LinkedHashMap<>();
        root.forEach((key, value) -> {
            if (value instanceof Number number) {
                numbers.put((String) key, number.doubleValue());
            }
        });
        return numbers;
    }

    private static SequencedMap<String, Double> observables(Map<?, ?> json) {
        SequencedMap<String, Double> values = new LinkedHashMap<>();
        json.forEach((name, quantity) -> {
            Map<?, ?> parts = map(quantity);
            String unit = String.valueOf(required(parts, "unit"));
            double value = parts.get("value") instanceof Number number ? number.doubleValue() : Double.NaN;
            values.put(unit.isEmpty() ? String.valueOf(name) : "%s [%s]".formatted(name, unit), value);
        });
        return values;
    }

    private static Map<?, ?> map(@Nullable Object json) {
        if (json instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("a group is expected in place of %s".formatted(json));
    }
}
