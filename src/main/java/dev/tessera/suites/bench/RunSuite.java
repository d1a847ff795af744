package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.suites.generator.Vessel;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// Whole runs of the vessel of `examples/aneurysm` (D3Q27, MRT, FP64), each in a process of its own, as a user starts
/// them: the time from start to end, where it went ([Ledger]), and which part of it were steps. 200 rows of the log
/// each.
final class RunSuite {
    static final String NAME = "run";

    private static final int ROWS_OF_LOG = 200;
    private static final int FIELDS = 10; // outputs of a long run
    private static final int LINES_OF_FAILURE = 3;

    private final Device device;
    private final List<String> program;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final List<Trial> trials;

    /// What is measured.
    ///
    /// @param steps a multiple of 200
    /// @param spacingM of the vessel, which fits in a box of 30 x 27 x 40 mm
    record Trial(double spacingM, int steps, Kind kind) {
        private String geometry() {
            return StepSuite.name(spacingM);
        }

        private String words() {
            return "%s %s %d steps".formatted(geometry(), kind.key, steps);
        }
    }

    enum Kind {
        /// With an empty cache of kernels and launches; one output of fields, two pictures.
        FIRST("first"),
        /// The same with the cache that an earlier run has left.
        AGAIN("again"),
        /// Without fields and pictures.
        BARE("bare"),
        /// With fields at ten times, and no pictures.
        FIELDS("fields");

        private final String key;

        Kind(String key) {
            this.key = key;
        }
    }

    /// @param program the command that starts this program, without its arguments
    RunSuite(
            Device device,
            List<String> program,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            List<Trial> trials) {
        this.device = device;
        this.program = List.copyOf(program);
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.trials = List.copyOf(trials);
    }

    /// 86 000 and, on GPUs, 10.8 million fluid nodes.
    static List<Trial> usual(Device device) {
        List<Trial> trials = new ArrayList<>();
        for (Kind kind : List.of(Kind.FIRST, Kind.AGAIN, Kind.BARE)) {
            trials.add(new Trial(0.2e-3, device.isGpu() ? 10_000 : 1_000, kind));
        }
        if (device.isGpu()) {
            for (Kind kind : List.of(Kind.FIRST, Kind.AGAIN, Kind.BARE)) {
                trials.add(new Trial(0.04e-3, 4_000, kind));
            }
            trials.add(new Trial(
                    0.04e-3, 60_000, Kind.FIELDS)); // so long that launches are measured, for the next run too
            trials.add(new Trial(0.04e-3, 20_000, Kind.FIELDS));
        }
        return trials;
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        Path folder = Files.createTempDirectory("tessera-runs");
        try {
            Vessel.aneurysm().wallInMetres().write(folder.resolve("vessel.stl"), "vessel");
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Trial trial : trials) {
                if (wanted.test(trial.words())) {
                    rows.add(row(trial, folder));
                    progress.accept(line(rows.getLast()));
                    rowsSoFar.accept(List.copyOf(rows));
                }
            }
            return rows;
        } finally {
            remove(folder);
        }
    }

    private Map<String, Object> row(Trial trial, Path folder) throws IOException {
        Path file = folder.resolve("case.yaml");
        Files.writeString(file, text(trial));
        Path cache = folder.resolve("cache");
        Path results = folder.resolve("results");
        if (trial.kind() == Kind.FIRST) {
            remove(cache);
        } else if (!Files.exists(cache)) {
            leaveCache(file, cache, results);
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", trial.geometry());
        row.put("kernel", trial.kind().key);
        row.put("device", device.key());
        row.put("steps", trial.steps());
        try {
            double seconds = timed(file, cache, results);
            Map<?, ?> summary = summary(results.resolve("summary.json"));
            Map<?, ?> timing = (Map<?, ?>) Objects.requireNonNull(summary.get("timing"));
            row.put("fluid_nodes", summary.get("fluid_nodes"));
            row.put("wall_s", seconds);
            row.put("steps_fraction", number(timing.get("steps_s")) / seconds);
            timing.forEach((phase, spent) -> row.put((String) phase, spent));
        } catch (RunFailed failed) {
            row.put("error", String.valueOf(failed.getMessage()));
        } finally {
            remove(results);
        }
        return row;
    }

    /// Runs once, so that kernels and launches are remembered.
    private void leaveCache(Path file, Path cache, Path results) throws IOException {
        try {
            timed(file, cache, results);
        } catch (RunFailed failed) {
            progress.accept(failed.getMessage()); // and the run that is measured fails, too
        } finally {
            remove(results);
        }
    }

    private static final class RunFailed extends Exception {
        RunFailed(String message) {
            super(message);
        }
    }

    private String text(Trial trial) {
        String openings = Vessel.aneurysm().openEnds().stream()
                .map(end -> "  %s: {near: [%s mm, %s mm, %s mm]}"
                        .formatted(
                                end.name(),
                                end.centreMm().x(),
                                end.centreMm().y(),
                                end.centreMm().z()))
                .collect(Collectors.joining("\n"));
        return """
                tessera: 1
                title: Whole run
                geometry: {stl: vessel.stl, stl-unit: m, spacing: %s mm}
                openings:
                %s
                fluid: {density: 1050 kg/m3, viscosity: 3.5 mPa.s}
                model: {lattice: D3Q27, collision: mrt}
                boundaries:
                  inlet: {mean-velocity: 0.05 m/s, profile: parabolic, scheme: link-wise}
                  outlet-1: {pressure: 0 Pa, scheme: link-wise}
                  outlet-2: {pressure: 0 Pa, scheme: link-wise}
                reference: {velocity: 0.1 m/s, length: 4 mm}
                time: {lattice-speed: 0.02, stop: {steps: %d}}
                device: %s
                output:
                  log-every: %d steps
                %s
                """.formatted(
                        trial.spacingM() * 1e3,
                        openings,
                        trial.steps(),
                        device.key(),
                        trial.steps() / ROWS_OF_LOG,
                        outputs(trial).indent(2).stripTrailing());
    }

    private static String outputs(Trial trial) {
        String fields = "fields: [velocity, pressure, wall-shear-stress]\nformats: [vtu]\n";
        return switch (trial.kind()) {
            case FIRST, AGAIN -> fields + "pictures: [velocity maximum x, wall-shear-stress surface]";
            case BARE -> "formats: none\npictures: none";
            case FIELDS -> fields + "pictures: none\nevery: %d steps".formatted(trial.steps() / FIELDS);
        };
    }

    /// @return seconds from start to end of the process
    private double timed(Path file, Path cache, Path results) throws IOException, RunFailed {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("run", file.toString(), "--out", results.toString(), "--quiet"));
        Path messages = file.resolveSibling("messages.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(messages.toFile());
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        long begun = nanoTime.getAsLong();
        Process process = builder.start();
        try {
            int status = process.waitFor();
            double seconds = (nanoTime.getAsLong() - begun) * 1e-9;
            if (status != 0) {
                throw new RunFailed("exit status %d: %s".formatted(status, lastLines(messages)));
            }
            return seconds;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a run was measured", interrupted);
        } finally {
            process.destroy();
        }
    }

    private static String lastLines(Path messages) throws IOException {
        List<String> lines = Files.readAllLines(messages);
        return String.join(" ", lines.subList(Math.max(0, lines.size() - LINES_OF_FAILURE), lines.size()));
    }

    private static Map<?, ?> summary(Path file) throws IOException {
        return (Map<?, ?>)
                new Load(LoadSettings.builder().setSchema(new JsonSchema()).build())
                        .loadFromString(Files.readString(file));
    }

    private static double number(@Nullable Object value) {
        return ((Number) Objects.requireNonNull(value)).doubleValue();
    }

    /// One line about a row.
    private static String line(Map<String, Object> row) {
        return row.containsKey("error")
                ? "%s %s: %s".formatted(row.get("geometry"), row.get("kernel"), row.get("error"))
                : "%s %s, %s steps: %.2f s, %.0f %% of them steps"
                        .formatted(
                                row.get("geometry"),
                                row.get("kernel"),
                                row.get("steps"),
                                number(row.get("wall_s")),
                                100 * number(row.get("steps_fraction")));
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
