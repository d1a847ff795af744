package dev.tessera.suites.validation;

import static java.util.Objects.requireNonNull;

import dev.tessera.casefile.CaseFile;
import dev.tessera.solver.Observable;
import dev.tessera.solver.field.Height;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The examples, each run to its end: results compared with the numbers pinned in `expected.json`, and with the
/// literature, if there is any.
public final class Examples implements ValidationSuite {
    /// Numbers below this fraction of the largest of their unit are rounding errors and are not pinned.
    private static final double NOISE = 1e-6;

    private final Path folder;

    /// @param folder contains a folder per example
    public Examples(Path folder) {
        this.folder = folder;
    }

    @Override
    public String key() {
        return "examples";
    }

    @Override
    public String title() {
        return "the examples, each run to its end, against pinned numbers and the literature";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) throws IOException {
        return folders().stream()
                .map(example -> new ValidationCase(name(example), laboratory -> full(laboratory, example)))
                .toList();
    }

    /// The folders with an `expected.json`, by name.
    /// @throws IOException if there are none
    List<Path> folders() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("the examples are missing: there is no folder %s. Use a copy of Tessera that has it."
                    .formatted(folder.toAbsolutePath().normalize()));
        }
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(example -> Files.exists(example.resolve(Expectation.FILE)))
                    .sorted()
                    .toList();
        }
    }

    private List<ValidationRow> full(Laboratory laboratory, Path example) throws IOException {
        Expectation expectation = Expectation.read(example);
        SequencedMap<String, Double> numbers = numbers(laboratory, example, List.of());
        List<ValidationRow> rows =
                new ArrayList<>(rows(example, "to its end", expectation.full(), numbers, expectation.tolerance()));
        for (Expectation.Published one : expectation.published()) {
            rows.add(ValidationRow.relative(
                    key(),
                    name(example),
                    one.quantity(),
                    value(numbers, one.quantity()),
                    one.value(),
                    one.source(),
                    one.tolerance()));
        }
        return rows;
    }

    /// The rows of the shortened case, which every build checks.
    List<ValidationRow> quick(Laboratory laboratory, Path example) throws IOException {
        Expectation expectation = Expectation.read(example);
        return rows(
                example,
                "shortened",
                expectation.quickNumbers(),
                numbers(laboratory, example, expectation.quick()),
                expectation.tolerance());
    }

    private List<ValidationRow> rows(
            Path example,
            String variant,
            SequencedMap<String, Double> expected,
            SequencedMap<String, Double> numbers,
            double tolerance) {
        List<ValidationRow> rows = new ArrayList<>();
        expected.forEach((quantity, value) -> rows.add(ValidationRow.relative(
                key(),
                "%s, %s".formatted(name(example), variant),
                quantity,
                value(numbers, quantity),
                value,
                Expectation.FILE,
                tolerance)));
        return rows;
    }

    /// @param quantity a name, or a difference of two: `front.pressure - back.pressure`
    /// @return NaN, which fails every comparison, if there is no such number
    private static double value(SequencedMap<String, Double> numbers, String quantity) {
        String[] names = quantity.split(" - ", 2);
        double value = numbers.getOrDefault(names[0], Double.NaN);
        return names.length == 1 ? value : value - numbers.getOrDefault(names[1], Double.NaN);
    }

    private static String name(Path example) {
        return example.getFileName().toString();
    }

    /// Runs an example to its end.
    /// @param changes of the case, as for `--set`
    /// @return steps, the norms of velocity and pressure (of shallow water: height), and every observable
    SequencedMap<String, Double> numbers(Laboratory laboratory, Path example, List<String> changes) throws IOException {
        var theCase = CaseFile.read(example.resolve("case.yaml"), changes).theCase();
        return laboratory.solve(theCase, solution -> {
            SequencedMap<String, Double> numbers = new LinkedHashMap<>();
            numbers.put("steps", (double) solution.simulation().steps());
            var snapshot = solution.snapshot();
            numbers.put("velocity.l2", norm(snapshot.velocityMPerS()));
            if (theCase.model().shallowWater().isPresent()) {
                numbers.put("height.l2", norm(snapshot.field(new Height()).values()[0]));
            } else {
                numbers.put("pressure.l2", norm(snapshot.pressurePa()));
            }
            for (Observable observable : solution.result().observables()) {
                numbers.put(observable.name(), observable.value());
            }
            return numbers;
        });
    }

    /// Numbers to pin: those larger than rounding errors.
    SequencedMap<String, Double> toPin(Laboratory laboratory, Path example, List<String> changes) throws IOException {
        return fit(numbers(laboratory, example, changes));
    }

    static SequencedMap<String, Double> fit(SequencedMap<String, Double> numbers) {
        double speed = requireNonNull(numbers.get("velocity.l2"));
        double pressure = numbers.getOrDefault("pressure.l2", 0.0); // shallow water has none
        SequencedMap<String, Double> pinned = new LinkedHashMap<>();
        numbers.forEach((quantity, value) -> {
            double scale = quantity.contains("velocity")
                    ? speed
                    : quantity.endsWith("pressure") ? pressure : largest(quantity, numbers);
            if (Math.abs(value) > NOISE * scale) {
                pinned.put(quantity, value);
            }
        });
        return pinned;
    }

    /// The largest number of the same kind, such as forces or flow rates.
    private static double largest(String quantity, SequencedMap<String, Double> numbers) {
        String kind = quantity.replaceFirst("^.*\\.", "").replaceFirst("_[xyz]$", "");
        double largest = 0;
        for (var entry : numbers.entrySet()) {
            String other = entry.getKey().replaceFirst("^.*\\.", "").replaceFirst("_[xyz]$", "");
            if (other.equals(kind)) {
                largest = Math.max(largest, Math.abs(entry.getValue()));
            }
        }
        return largest;
    }

    /// The root of the mean square over fluid nodes, in the field's unit.
    static double norm(double[]... components) {
        double square = 0;
        for (double[] component : components) {
            for (double value : component) {
                square += value * value;
            }
        }
        return Math.sqrt(square / components[0].length);
    }
}
