package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.solver.plan.CountedRows;
import dev.tessera.solver.plan.GpuCounts;
import dev.tessera.solver.plan.GpuSheets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private static final Map<String, List<GpuTrial>> SUITES = new HashMap<>();

    /// What rows without these words were measured with.
    private static final Map<String, String> OLDER =
            Map.of("tile_order", TileOrder.ROWS.key(), "tile_lookup", TileLookup.CACHED.key());

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
                        rows.get(n), known.computeIfAbsent(layout(trial), key -> counts(trial, nodes))));
                expected.add(lines.get(n + 1));
            }
        }
        assertThat(counted).hasSize(12).isEqualTo(expected);
    }

    @Test
    @EnabledIfSystemProperty(named = "tessera.counts", matches = "write")
    void write() throws IOException {
        for (String file : CountedRows.FILES) {
            write(file);
        }
    }

    private static void write(String file) throws IOException {
        List<Map<?, ?>> rows = rows(file);
        String[] lines = new String[rows.size() + 1];
        lines[0] = CountedRows.HEADING;
        Map<String, List<Integer>> byGeometry = new LinkedHashMap<>();
        for (int n = 0; n < rows.size(); n++) {
            byGeometry
                    .computeIfAbsent(trial(rows.get(n)).geometry().key(), key -> new ArrayList<>())
                    .add(n);
        }
        for (List<Integer> numbers : byGeometry.values()) {
            NodeMap nodes = trial(rows.get(numbers.getFirst())).geometry().make(ForkJoinPool.commonPool());
            Map<String, List<GpuCounts>> known = new HashMap<>();
            for (int n : numbers) {
                GpuTrial trial = trial(rows.get(n));
                List<GpuCounts> phases = known.computeIfAbsent(layout(trial), key -> counts(trial, nodes));
                lines[n + 1] = CountedRows.line(rows.get(n), phases);
            }
        }
        Files.write(COUNTS.resolve(file + "-counts.csv"), List.of(lines));
    }

    private static List<Map<?, ?>> rows(String name) throws IOException {
        List<?> all = (List<?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(ROWS.resolve(name + "-h200.json")));
        List<Map<?, ?>> rows = new ArrayList<>();
        all.stream().map(row -> (Map<?, ?>) row).filter(CountedRows::isCounted).forEach(rows::add);
        return rows;
    }

    /// Of the row's suite; tiles take fewer nodes a thread than the suite asks for.
    private static GpuTrial trial(Map<?, ?> row) {
        return SUITES
                .computeIfAbsent(
                        String.valueOf(row.get("suite")),
                        suite -> GpuSuites.of(suite, GpuSheets.byKey("h200").orElseThrow()))
                .stream()
                .filter(trial -> words(trial).equals(words(row)))
                .filter(trial -> trial.tuning().nodesPerThread()
                        >= ((Number) Objects.requireNonNull(row.get("nodes_per_thread"))).intValue())
                .findFirst()
                .orElseThrow(() -> new AssertionError("the suite has no row " + row));
    }

    private static List<Object> words(GpuTrial trial) {
        Map<String, Object> row = trial.words("");
        row.put("threads", trial.tuning().threads());
        row.put("least_blocks", trial.tuning().blocks());
        row.put("tile_order", trial.tuning().order().key());
        row.put("tile_lookup", trial.tuning().lookup().key());
        return words(row);
    }

    private static List<Object> words(Map<?, ?> row) {
        List<Object> words = new ArrayList<>();
        for (String key : List.of(
                "geometry",
                "kernel",
                "storage",
                "pattern",
                "copies",
                "lattice",
                "collision",
                "equilibrium",
                "precision",
                "threads",
                "least_blocks",
                "tile_order",
                "tile_lookup")) {
            Object word = row.get(key);
            words.add(word == null ? OLDER.getOrDefault(key, "") : String.valueOf(word));
        }
        return words;
    }

    private static String layout(GpuTrial trial) {
        return List.of(
                        words(trial).subList(0, 9),
                        trial.tuning().nodesPerThread(),
                        trial.tuning().lookup())
                .toString();
    }

    private static List<GpuCounts> counts(GpuTrial trial, NodeMap nodes) {
        return GpuCounts.of(trial.plan(nodes));
    }
}
