package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.plan.PredictedRows.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Checks that [GpuConstants] also predict rows to which they were not fitted. After new measurements or a change
/// of the model, fit again: `.ci/dev fit target/fit.md` ([GpuFitReport]).
final class GpuFitTest {
    private static final String FULL_BOX = "full-box";

    /// Every other geometry, in the order of their names; the full box is in both halves, as the only one of
    /// some storages.
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
                2 * c.batched(),
                c.round());
    }

    /// After constants or rows changed, the tables of `docs/benchmarks/gpu.md` come from `.ci/dev fit FILE`.
    @Test
    void the_page_has_the_accuracy_of_predictions() throws IOException {
        String page = Files.readString(Path.of("docs/benchmarks/gpu.md"));
        String section = page.substring(page.indexOf("\n## What is predicted"));
        StringBuilder known = new StringBuilder(GpuFitReport.tables(PredictedRows.judged(), GpuConstants.FITTED));
        GpuFitReport.appendChoices(known, GpuConstants.FITTED);
        List<String> lines = section.lines()
                .filter(line -> line.matches("\\|[^|]+\\| \\d.*"))
                .toList();
        assertThat(lines)
                .hasSizeGreaterThan(25)
                .isSubsetOf(known.toString().lines().toList());
    }
}
