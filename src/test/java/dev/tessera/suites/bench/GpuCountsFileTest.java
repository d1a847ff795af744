package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.plan.CountedRows;
import dev.tessera.solver.plan.GpuCounts;
import dev.tessera.solver.plan.GpuSheets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The counts that `GpuSpeedTest` predicts from: laid out as the bench lays out, without a device. After a change of
/// what is counted, write them anew (a few minutes, 9 GiB):
/// `mvn test -Dtest=GpuCountsFileTest -Dtessera.counts=write -DargLine=-Xmx9g`.
final class GpuCountsFileTest {
    private static final Path ROWS = Path.of("docs/benchmarks");
    private static final Path COUNTS = Path.of("src/test/resources/dev/tessera/solver/plan");

    /// The files, and how arrays were spaced when they were measured: on pages, or before that on odd lines.
    private static final Map<String, Boolean> ON_PAGES = Map.of("gpu-quick", true, "gpu-waits", false);

    @Test
    void the_file_holds_what_is_counted_today() throws IOException {
        List<Map<?, ?>> rows = rows("gpu-quick");
        List<String> lines = Files.readAllLines(COUNTS.resolve("gpu-quick-counts.csv"));
        assertThat(lines).hasSize(rows.size() + 1);
        List<String> counted = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        Map<String, List<GpuCounts>> known = new HashMap<>();
        NodeMap nodes = BenchGeometry.spheres(192, 0.1).make(ForkJoinPool.commonPool());
        for (int n = 0; n < rows.size(); n++) {
            GpuTrial trial = trial(rows.get(n));
            if (trial.geometry().key().equals("spheres-0.1") && trial.tuning().blocks() == 4) {
                counted.add(CountedRows.line(
                        rows.get(n), known.computeIfAbsent(layout(trial), key -> counts(trial, nodes, true))));
                expected.add(lines.get(n + 1));
            }
        }
        assertThat(counted).hasSize(12).isEqualTo(expected);
    }

    @Test
    @EnabledIfSystemProperty(named = "tessera.counts", matches = "write")
    void write() throws IOException {
        for (Map.Entry<String, Boolean> file : ON_PAGES.entrySet()) {
            List<String> lines = new ArrayList<>(List.of(CountedRows.HEADING));
            Map<String, List<GpuCounts>> known = new HashMap<>();
            String current = "";
            NodeMap nodes = null;
            for (Map<?, ?> row : rows(file.getKey())) {
                GpuTrial trial = trial(row);
                if (nodes == null || !trial.geometry().key().equals(current)) {
                    current = trial.geometry().key();
                    nodes = trial.geometry().make(ForkJoinPool.commonPool());
                }
                NodeMap those = nodes;
                lines.add(CountedRows.line(
                        row, known.computeIfAbsent(layout(trial), key -> counts(trial, those, file.getValue()))));
            }
            Files.write(COUNTS.resolve(file.getKey() + "-counts.csv"), lines);
        }
    }

    private static List<Map<?, ?>> rows(String name) throws IOException {
        List<?> all = (List<?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(ROWS.resolve(name + "-h200.json")));
        List<Map<?, ?>> rows = new ArrayList<>();
        all.stream().skip(1).forEach(row -> rows.add((Map<?, ?>) row)); // the first is the bandwidth
        return rows;
    }

    /// Of the suite; tiles take fewer nodes a thread than the suite asks for.
    private static GpuTrial trial(Map<?, ?> row) {
        return GpuSuites.of("gpu-quick", GpuSheets.byKey("h200").orElseThrow()).stream()
                .filter(trial -> words(trial).equals(words(row)))
                .filter(trial -> trial.tuning().nodesPerThread()
                        >= ((Number) Objects.requireNonNull(row.get("nodes_per_thread"))).intValue())
                .findFirst()
                .orElseThrow(() -> new AssertionError("the suite has no row " + row));
    }

    private static List<Object> words(GpuTrial trial) {
        return List.of(
                trial.geometry().key(),
                trial.kernel(),
                trial.addressing().toString(),
                trial.pattern().key(),
                trial.pattern().copies(),
                trial.precision().key(),
                trial.tuning().threads(),
                trial.tuning().blocks());
    }

    private static List<Object> words(Map<?, ?> row) {
        List<Object> words = new ArrayList<>();
        for (String key :
                List.of("geometry", "kernel", "storage", "pattern", "copies", "precision", "threads", "least_blocks")) {
            words.add(row.get(key));
        }
        return words;
    }

    private static String layout(GpuTrial trial) {
        return List.of(words(trial).subList(0, 6), trial.tuning().nodesPerThread())
                .toString();
    }

    private static List<GpuCounts> counts(GpuTrial trial, NodeMap nodes, boolean isOnPages) {
        return GpuCounts.of(trial.plan(nodes, isOnPages));
    }
}
