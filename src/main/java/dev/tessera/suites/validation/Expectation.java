package dev.tessera.suites.validation;

import static java.util.Objects.requireNonNull;

import dev.tessera.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// The results of an example, from `expected.json` beside its case.
///
/// @param tolerance of every pinned number, relative
/// @param full the numbers of the case as it is, by quantity
/// @param quick changes of the case (`path.to.key=value`) that shorten it to seconds
/// @param quickNumbers the numbers of the quick case
/// @param published figures of the literature for the full case
record Expectation(
        double tolerance,
        SequencedMap<String, Double> full,
        List<String> quick,
        SequencedMap<String, Double> quickNumbers,
        List<Published> published) {
    static final String FILE = "expected.json";

    /// @param quantity an observable, or the difference of two (`front.pressure - back.pressure`)
    /// @param tolerance relative
    record Published(String quantity, double value, double tolerance, String source) {}

    /// @param folder of the example
    /// @throws IOException if the file is missing or malformed
    static Expectation read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        try {
            Object json = new Load(
                            LoadSettings.builder().setSchema(new JsonSchema()).build())
                    .loadFromString(Files.readString(file));
            Map<?, ?> root = map(json);
            Map<?, ?> quick = map(root.get("quick"));
            List<Published> published = new ArrayList<>();
            for (Object one : list(root.get("published"))) {
                Map<?, ?> row = map(one);
                published.add(new Published(
                        text(row.get("quantity")),
                        number(row.get("value")),
                        number(row.get("tolerance")),
                        text(row.get("source"))));
            }
            return new Expectation(
                    number(root.get("tolerance")),
                    numbers(root.get("full")),
                    list(quick.get("set")).stream().map(String.class::cast).toList(),
                    numbers(quick.get("numbers")),
                    List.copyOf(published));
        } catch (YamlEngineException | ClassCastException | NullPointerException problem) {
            throw new IOException(
                    "%s: results of an example need tolerance, full, quick {set, numbers} and published (%s)"
                            .formatted(file, problem.getMessage()),
                    problem);
        }
    }

    private static SequencedMap<String, Double> numbers(@Nullable Object json) {
        SequencedMap<String, Double> numbers = new LinkedHashMap<>();
        map(json).forEach((name, value) -> numbers.put((String) name, number(value)));
        return numbers;
    }

    private static double number(@Nullable Object json) {
        return ((Number) requireNonNull(json)).doubleValue();
    }

    private static String text(@Nullable Object json) {
        return (String) requireNonNull(json);
    }

    private static List<?> list(@Nullable Object json) {
        return (List<?>) requireNonNull(json);
    }

    private static Map<?, ?> map(@Nullable Object json) {
        return (Map<?, ?>) requireNonNull(json);
    }

    /// A copy with other numbers of the full, or of the quick case.
    Expectation pinned(boolean isFull, SequencedMap<String, Double> numbers) {
        return isFull
                ? new Expectation(tolerance, numbers, quick, quickNumbers, published)
                : new Expectation(tolerance, full, quick, numbers, published);
    }

    void write(Path folder) throws IOException {
        Map<String, Object> quickJson = new LinkedHashMap<>();
        quickJson.put("set", quick);
        quickJson.put("numbers", quickNumbers);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Published one : published) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("quantity", one.quantity);
            row.put("value", one.value);
            row.put("tolerance", one.tolerance);
            row.put("source", one.source);
            rows.add(row);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("tolerance", tolerance);
        json.put("full", full);
        json.put("quick", quickJson);
        json.put("published", rows);
        Files.writeString(folder.resolve(FILE), Json.text(json));
    }
}
