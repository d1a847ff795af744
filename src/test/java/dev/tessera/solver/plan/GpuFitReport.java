package dev.tessera.solver.plan;

import dev.tessera.solver.plan.PredictedRows.Measured;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// Fits [GpuConstants] again to the rows in `docs/benchmarks`: the command `fit` of the developer's tool.
public final class GpuFitReport {
    private GpuFitReport() {}

    /// Writes new constants, the accuracy of the present and new ones, and outliers.
    public static void write(Path file) throws IOException {
        GpuConstants fitted = GpuFit.fit(PredictedRows.all(), GpuConstants.FITTED);
        List<Measured> rows = PredictedRows.judged();
        StringBuilder text = new StringBuilder();
        RecordComponent[] names = GpuConstants.class.getRecordComponents();
        double[] values = GpuFit.values(fitted);
        for (int k = 0; k < names.length; k++) {
            text.append(String.format(Locale.ROOT, "%s %.4g%n", names[k].getName(), values[k]));
        }
        for (GpuConstants constants : List.of(GpuConstants.FITTED, fitted)) {
            text.append(constants == fitted ? "\n# Fitted anew\n\n" : "\n# As they are\n\n");
            text.append(tables(rows, constants));
            appendChoices(text, constants);
            text.append("\n## Rows beyond 10 %\n\n");
            for (Measured m : rows) {
                if (Math.abs(m.error(constants)) > 0.1) {
                    text.append(String.format(
                            Locale.ROOT,
                            "%+.0f %% %s %s %s %s %s %s %s %s np %s, %s threads, %s registers, %s spilled, %.1f µs%n",
                            100 * m.error(constants),
                            m.file(),
                            m.text("geometry"),
                            m.text("kernel"),
                            m.text("storage"),
                            m.text("pattern"),
                            m.text("precision"),
                            m.text("collision"),
                            m.steps(),
                            m.text("nodes_per_thread"),
                            m.text("threads"),
                            m.text("registers"),
                            m.text("spill_bytes"),
                            m.microseconds()));
                }
            }
        }
        Files.writeString(file, text);
    }

    static String tables(List<Measured> rows, GpuConstants constants) {
        Map<String, List<Measured>> all = new LinkedHashMap<>();
        all.put("all", rows);
        all.put("fastest launch of each storage", PredictedRows.fastestLaunches(rows));
        Function<Measured, String> kind = m -> String.join(", ", m.storage(), m.text("pattern"), m.text("precision"));
        return String.join(
                "\n",
                PredictedRows.table("rows", all, constants),
                PredictedRows.table(
                        "suite", PredictedRows.by(rows, m -> m.file().replace("gpu-", "")), constants),
                PredictedRows.table("precision", PredictedRows.by(rows, m -> m.text("precision")), constants),
                PredictedRows.table("storage", PredictedRows.by(rows, Measured::storage), constants),
                PredictedRows.table("storage, pattern, precision", PredictedRows.by(rows, kind), constants),
                PredictedRows.table("geometry", PredictedRows.by(rows, m -> family(m.text("geometry"))), constants),
                PredictedRows.table("step", PredictedRows.by(rows, m -> size(m.microseconds())), constants),
                "");
    }

    static void appendChoices(StringBuilder text, GpuConstants constants) throws IOException {
        Map<String, List<PredictedChoice>> choices = new LinkedHashMap<>();
        choices.put("of all that were measured", PredictedChoice.ofAll(constants));
        choices.put("of dense and compact", PredictedChoice.ofPlanner(constants));
        text.append(PredictedChoice.table(choices));
        choices.forEach((offered, made) -> {
            text.append("\n## Choices %s that lose more than 2 %%\n\n".formatted(offered));
            made.stream()
                    .filter(choice -> choice.loss() > 0.02)
                    .forEach(choice -> text.append(choice).append("\n"));
        });
    }

    /// The family of a geometry: `spheres-0.1` → `spheres`.
    private static String family(String geometry) {
        return geometry.replaceAll("-(?:[0-9]|in).*", "");
    }

    private static String size(double microseconds) {
        for (int bound : new int[] {12, 50, 200, 1000}) {
            if (microseconds < bound) {
                return "under %d µs".formatted(bound);
            }
        }
        return "1 ms and more";
    }
}
