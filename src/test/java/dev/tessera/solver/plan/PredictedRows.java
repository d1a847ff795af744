package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.solver.plan.GpuDemand.Launch;
import dev.tessera.solver.plan.GpuSpeed.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Rows measured on an H200 (`docs/benchmarks/gpu-*-h200.json`) with their counts.
final class PredictedRows {
    private static final GpuFacts H200 = GpuSheets.byKey("h200").orElseThrow();
    private static final Path FOLDER = Path.of("docs/benchmarks");

    /// Files whose rows are predicted.
    static final List<String> FILES = List.of(
            "gpu-quick",
            "gpu-papers",
            "gpu-layouts",
            "gpu-storages",
            "gpu-models",
            "gpu-sizes",
            "gpu-vessels",
            "gpu-channels",
            "gpu-chips",
            "gpu-memory");

    /// Shorter steps, launched one at a time, wait for the host: 6 to 34 µs were measured for the same step.
    private static final double LEAST_MICROSECONDS = 8;

    /// Maximum threads per multiprocessor that launches request: 64 registers each.
    private static final int MOST_THREADS = 1024;

    private PredictedRows() {}

    /// A measured speed.
    ///
    /// @param row of the bench's JSON
    /// @param copyGbPerS of the same run
    /// @param steps as it was measured
    record Measured(String file, Map<?, ?> row, double copyGbPerS, CountedRows counted, Steps steps, double mlups) {
        /// The prediction of a planner before compilation.
        double predictedBeforeCompilation(GpuConstants constants) {
            return predicted(constants, 0, 0);
        }

        private double predicted(GpuConstants constants, int registers, long spillBytes) {
            Launch launch = new Launch((int) number("threads"), (int) number("least_blocks"), registers, spillBytes);
            List<GpuDemand> demands = counted.kernels().stream()
                    .map(counts -> GpuDemand.of(counts, launch, constants))
                    .toList();
            return GpuSpeed.of(H200, copyGbPerS, constants).mlups(demands, counted.phases(), fluidNodes(), steps);
        }

        double predicted(GpuConstants constants) {
            return predicted(constants, (int) number("registers"), (long) number("spill_bytes"));
        }

        /// Predicted over measured, minus 1.
        double error(GpuConstants constants) {
            return predicted(constants) / mlups - 1;
        }

        long fluidNodes() {
            return (long) number("fluid_nodes");
        }

        String text(String key) {
            return String.valueOf(row.get(key));
        }

        double number(String key) {
            return ((Number) Objects.requireNonNull(row.get(key), key)).doubleValue();
        }

        /// Wider and narrower tiles count as one storage.
        String storage() {
            return text("storage").contains("×1×1") ? "segments" : text("addressing");
        }

        boolean waitsForHost() {
            return fluidNodes() * number("bytes_per_update") * 1e-3 / copyGbPerS < LEAST_MICROSECONDS;
        }

        double microseconds() {
            return fluidNodes() / mlups;
        }
    }

    /// Every speed of the files, one per row: of single steps where they do not wait for the host, else of batched
    /// steps.
    static List<Measured> judged() throws IOException {
        return all().stream()
                .filter(m -> (m.steps() == Steps.SINGLE) != m.waitsForHost())
                .toList();
    }

    /// As above, with both speeds of rows that have two: for fits.
    static List<Measured> all() throws IOException {
        Map<String, String> lines = CountedRows.lines();
        List<Measured> measured = new ArrayList<>();
        for (String file : FILES) {
            List<?> rows = (List<?>) new Load(LoadSettings.builder().build())
                    .loadFromString(Files.readString(FOLDER.resolve(file + "-h200.json")));
            double copyGbPerS =
                    ((Number) Objects.requireNonNull(((Map<?, ?>) rows.getFirst()).get("gb_per_s"))).doubleValue();
            for (Object each : rows) {
                Map<?, ?> row = (Map<?, ?>) each;
                String line = lines.get(CountedRows.key(row));
                if (!isWhole(row) || line == null) {
                    continue;
                }
                CountedRows counted = CountedRows.of(line);
                Measured single = new Measured(file, row, copyGbPerS, counted, Steps.SINGLE, mlups(row, "mlups"));
                if (!single.waitsForHost()) {
                    measured.add(single);
                }
                if (row.get("mlups_together") != null) {
                    measured.add(
                            new Measured(file, row, copyGbPerS, counted, Steps.TOGETHER, mlups(row, "mlups_together")));
                }
            }
        }
        return measured;
    }

    private static double number(Map<?, ?> row, String key) {
        return row.get(key) instanceof Number number ? number.doubleValue() : 0;
    }

    private static double mlups(Map<?, ?> row, String key) {
        return ((Number) Objects.requireNonNull(row.get(key), key)).doubleValue();
    }

    /// A complete step, or a limit; not one without barriers or ghost values, whose results are wrong, nor with the
    /// papers' register limits, which cause spills and which no tuner chooses.
    private static boolean isWhole(Map<?, ?> row) {
        return row.containsKey("mlups")
                && !String.valueOf(row.get("kernel")).contains("without")
                && number(row, "least_blocks") * number(row, "threads") <= MOST_THREADS;
    }

    /// The fastest row per suite, geometry, kernel, storage, pattern, precision and model, as a tuner chooses; others
    /// differ only in their launch.
    static List<Measured> fastestLaunches(List<Measured> rows) {
        Map<String, Measured> launches = new LinkedHashMap<>();
        BinaryOperator<Measured> faster = (a, b) -> a.mlups() >= b.mlups() ? a : b;
        for (Measured row : rows) {
            String words = Stream.of(
                            "geometry",
                            "kernel",
                            "storage",
                            "pattern",
                            "precision",
                            "lattice",
                            "collision",
                            "equilibrium")
                    .map(row::text)
                    .collect(Collectors.joining(", ", row.file() + ", ", ""));
            launches.merge(words, row, faster);
        }
        return List.copyOf(launches.values());
    }

    /// Fraction of rows within this error.
    static double partWithin(List<Measured> rows, GpuConstants constants, double error) {
        long count =
                rows.stream().filter(m -> Math.abs(m.error(constants)) <= error).count();
        return (double) count / Math.max(1, rows.size());
    }

    static double median(List<Measured> rows, GpuConstants constants) {
        double[] errors =
                rows.stream().mapToDouble(m -> m.error(constants)).sorted().toArray();
        int half = errors.length / 2;
        return errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
    }

    static Map<String, List<Measured>> by(List<Measured> rows, Function<Measured, String> words) {
        return rows.stream().collect(Collectors.groupingBy(words, LinkedHashMap::new, Collectors.toList()));
    }

    /// A Markdown table: for each group its rows, the fractions within 5 and 10 %, the median and the worst error.
    static String table(String what, Map<String, List<Measured>> groups, GpuConstants constants) {
        StringBuilder table = new StringBuilder(
                "| %s | rows | within 5 %% | within 10 %% | median | worst |\n|---|---|---|---|---|---|\n"
                        .formatted(what));
        groups.forEach((name, rows) -> {
            double worst = rows.stream()
                    .mapToDouble(m -> m.error(constants))
                    .reduce(0, (a, b) -> Math.abs(b) > Math.abs(a) ? b : a);
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.0f %% | %.0f %% | %+.1f %% | %+.0f %% |%n",
                    name,
                    rows.size(),
                    100 * partWithin(rows, constants, 0.05),
                    100 * partWithin(rows, constants, 0.10),
                    100 * median(rows, constants),
                    100 * worst));
        });
        return table.toString();
    }
}
