package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.plan.PredictedRows.Measured;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Whether [GpuConstants] say something of GPUs, or only of the rows that they were fitted to. After new measurements,
/// or another model, fit anew: `mvn test -Dtest=GpuFitTest -Dtessera.fit=target/fit.md` writes new constants, and
/// tables of how well they predict every group of rows, to a file.
final class GpuFitTest {
    private static final String FULL_BOX = "full-box";

    /// Every other geometry, in the order of their names; the full box is in both halves, as the only one of some
    /// storages.
    private static Predicate<Measured> half(List<Measured> rows, int part) {
        List<String> geometries = List.copyOf(
                new TreeSet<>(rows.stream().map(m -> m.text("geometry")).toList()));
        return m -> geometries.indexOf(m.text("geometry")) % 2 == part
                || m.text("geometry").equals(FULL_BOX);
    }

    /// Rows of the other half, with constants that were fitted to one.
    private static double heldOut(int part) throws IOException {
        List<Measured> all = PredictedRows.all();
        GpuConstants fitted = GpuFit.fit(all.stream().filter(half(all, part)).toList(), GpuConstants.FITTED);
        List<Measured> others = PredictedRows.judged().stream()
                .filter(half(all, 1 - part))
                .filter(m -> !m.text("geometry").equals(FULL_BOX))
                .toList();
        assertThat(others.size()).isGreaterThan(250);
        return PredictedRows.partWithin(others, fitted, 0.10);
    }

    @Test
    void constants_of_one_half_of_the_geometries_predict_the_other() throws IOException {
        assertThat(heldOut(0)).isGreaterThan(0.91);
        assertThat(heldOut(1)).isGreaterThan(0.91);
    }

    @Test
    void a_fit_finds_the_constants_that_made_the_speeds() throws IOException {
        GpuConstants made = GpuConstants.FITTED;
        List<Measured> rows = PredictedRows.all().stream()
                .map(m -> new Measured(m.file(), m.row(), m.copyGbPerS(), m.counted(), m.steps(), m.predicted(made)))
                .toList();
        double[] expected = GpuFit.values(made);
        double[] found = GpuFit.values(GpuFit.fit(rows, doubled(made)));
        for (int k = 0; k < expected.length; k++) {
            assertThat(found[k] / expected[k]).as("constant %d", k).isBetween(0.98, 1.02);
        }
    }

    private static GpuConstants doubled(GpuConstants c) {
        return new GpuConstants(
                1.1 * c.reach(),
                2 * c.completed(),
                c.gap(),
                2 * c.merge(),
                1.5 * c.holeMerge(),
                c.wide(),
                1.5 * c.halved(),
                1.5 * c.access(),
                c.tileSearch(),
                1.5 * c.listSearch(),
                2 * c.choice(),
                c.lookup(),
                c.ghostValue(),
                2 * c.idleWait(),
                1.5 * c.privateWarp(),
                c.spillWait(),
                1.5 * c.barrierWait(),
                1.2 * c.held(),
                1.2 * c.turned(),
                c.cacheBytes(),
                1.5 * c.turn(),
                c.overlap(),
                2 * c.launch(),
                2 * c.together(),
                c.round());
    }

    @Test
    @EnabledIfSystemProperty(named = "tessera.fit", matches = ".+")
    void fit_anew() throws IOException {
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
        Files.writeString(Path.of(System.getProperty("tessera.fit")), text);
    }

    private static String tables(List<Measured> rows, GpuConstants constants) {
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

    /// After constants or rows changed, the tables of `docs/benchmarks/gpu.md` come from `-Dtessera.fit` (below).
    @Test
    void the_page_says_how_well_speeds_are_predicted() throws IOException {
        String page = Files.readString(Path.of("docs/benchmarks/gpu.md"));
        String section = page.substring(page.indexOf("\n## What is predicted"));
        StringBuilder known = new StringBuilder(tables(PredictedRows.judged(), GpuConstants.FITTED));
        appendChoices(known, GpuConstants.FITTED);
        List<String> lines = section.lines()
                .filter(line -> line.matches("\\|[^|]+\\| \\d.*"))
                .toList();
        assertThat(lines)
                .hasSizeGreaterThan(25)
                .isSubsetOf(known.toString().lines().toList());
    }

    private static void appendChoices(StringBuilder text, GpuConstants constants) throws IOException {
        Map<String, List<ForeseenChoice>> choices = new LinkedHashMap<>();
        choices.put("of all that were measured", ForeseenChoice.ofAll(constants));
        choices.put("of dense and compact", ForeseenChoice.ofPlanner(constants));
        text.append(ForeseenChoice.table(choices));
        choices.forEach((offered, made) -> {
            text.append("\n## Choices %s that lose more than 2 %%\n\n".formatted(offered));
            made.stream()
                    .filter(choice -> choice.loss() > 0.02)
                    .forEach(choice -> text.append(choice).append("\n"));
        });
    }

    /// Of a geometry: `spheres-0.1` → `spheres`.
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
