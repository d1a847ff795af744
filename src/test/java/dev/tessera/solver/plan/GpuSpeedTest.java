package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.solver.plan.GpuSpeed.Ceiling;
import dev.tessera.testkit.SomeGpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Against what was measured on one H200: all files of [CountedRows]. The page docs/benchmarks/gpu.md has the table
/// that
/// these rows make.
final class GpuSpeedTest {
    private static final Path ROWS = Path.of("docs/benchmarks");
    private static final Path COUNTS = Path.of("src/test/resources/dev/tessera/solver/plan");

    /// A measured row, and what is predicted for it with what its compiler spilled, and without knowing that.
    private record Pair(Map<?, ?> row, double predicted, double foreseen) {
        double error() {
            return predicted / mlups() - 1;
        }

        double mlups() {
            return number(row, "mlups");
        }

        boolean isStep() {
            return "step".equals(row.get("kernel"));
        }

        /// Whether [StorageChoice] offers it to the planner on a GPU: compact tiles, and dense for a full box.
        boolean isCandidate() {
            return isStep()
                    && List.of("dense", "compact tiles (32×1×1)").contains(text(row, "storage"))
                    && List.of("pull", "aa").contains(text(row, "pattern"));
        }

        String storage() {
            return text(row, "storage") + ", " + text(row, "pattern");
        }
    }

    private static List<Pair> pairs(String name) throws IOException {
        List<?> all = (List<?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(ROWS.resolve(name + "-h200.json")));
        double copyGbPerS = number((Map<?, ?>) all.getFirst(), "gb_per_s");
        GpuSpeed speed = GpuSpeed.measured(h200(), copyGbPerS);
        List<Map<?, ?>> rows = new ArrayList<>();
        all.stream().map(row -> (Map<?, ?>) row).filter(CountedRows::isCounted).forEach(rows::add);
        List<String> lines = Files.readAllLines(COUNTS.resolve(name + "-counts.csv"));
        List<Pair> pairs = new ArrayList<>();
        int n = 1; // after a comment
        for (Map<?, ?> row : rows) {
            if (n == lines.size() || !lines.get(n).startsWith(CountedRows.words(row) + ",")) {
                continue; // measured later than counted
            }
            List<GpuCounts> phases = CountedRows.phases(lines.get(n++));
            long fluid = (long) number(row, "fluid_nodes");
            long spilled = (long) number(row, "spill_bytes");
            pairs.add(new Pair(row, mlups(speed, phases, spilled, fluid), mlups(speed, phases, 0, fluid)));
        }
        assertThat(n).as(name).isEqualTo(lines.size());
        return pairs;
    }

    private static double mlups(GpuSpeed speed, List<GpuCounts> phases, long spilled, long fluid) {
        return speed.mlups(
                phases.stream().map(counts -> GpuDemand.of(counts, spilled)).toList(), fluid);
    }

    private static double number(Map<?, ?> row, String key) {
        return ((Number) Objects.requireNonNull(row.get(key), key)).doubleValue();
    }

    private static String text(Map<?, ?> row, String key) {
        return String.valueOf(row.get(key));
    }

    private static GpuFacts h200() {
        return GpuSheets.byKey("h200").orElseThrow();
    }

    /// Rows of whole kernels.
    private static List<Pair> judged(String name) throws IOException {
        return pairs(name).stream()
                .filter(pair -> !text(pair.row(), "kernel").contains("without"))
                .toList();
    }

    private static long countWithin(List<Pair> pairs, double part) {
        return pairs.stream().filter(pair -> Math.abs(pair.error()) <= part).count();
    }

    /// Rows, and how many of them at least are predicted within 5 and within 10 %.
    @ParameterizedTest
    @CsvSource({
        "gpu-quick, 199, 120, 156",
        "gpu-segments, 128, 93, 117",
        "gpu-memory, 10, 7, 10",
        "gpu-storages, 63, 36, 47",
        "gpu-layouts, 37, 19, 33",
        "gpu-ghost-tiles, 20, 9, 10",
        "gpu-vessels, 50, 29, 41",
        "gpu-chips, 82, 44, 64",
        "gpu-channels, 120, 87, 113",
        "gpu-sizes, 64, 37, 44",
        "gpu-papers, 312, 178, 278"
    })
    void most_rows_of_a_suite_are_predicted_within_ten_per_cent(String name, int rows, int within5, int within10)
            throws IOException {
        List<Pair> pairs = judged(name);
        assertThat(pairs).hasSize(rows);
        assertThat(countWithin(pairs, 0.05)).isGreaterThanOrEqualTo(within5);
        assertThat(countWithin(pairs, 0.10)).isGreaterThanOrEqualTo(within10);
    }

    @Test
    void six_rows_of_seven_are_predicted_within_ten_per_cent() throws IOException {
        List<Pair> all = new ArrayList<>();
        for (String name : CountedRows.FILES) {
            all.addAll(judged(name));
        }
        assertThat(all).hasSizeGreaterThan(1000);
        assertThat(countWithin(all, 0.10)).isGreaterThan(all.size() * 6 / 7);
    }

    /// Of those storages that the planner may take, foreseen as it foresees them: without what a compiler spills.
    @Test
    void the_storage_that_is_foreseen_to_be_fastest_is_the_fastest_measured() throws IOException {
        Map<String, List<Pair>> groups = pairs("gpu-segments").stream()
                .filter(Pair::isCandidate)
                .collect(Collectors.groupingBy(
                        pair -> text(pair.row(), "geometry") + " " + text(pair.row(), "precision")));
        assertThat(groups).hasSize(12); // four geometries, three precisions
        groups.forEach((key, rows) -> {
            assertThat(rows.stream().map(Pair::storage).distinct()).as(key).hasSizeGreaterThanOrEqualTo(2);
            Pair foreseen = Collections.max(rows, Comparator.comparingDouble(Pair::foreseen));
            Pair measured = Collections.max(rows, Comparator.comparingDouble(Pair::mlups));
            assertThat(foreseen.storage()).as(key).isEqualTo(measured.storage());
        });
    }

    @Test
    void each_ceiling_can_be_the_tightest() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 0, 0);
        assertBound(speed, new GpuDemand(400, 1, 0, 1, 1, 0, 1, 1), Ceiling.MEMORY);
        assertBound(speed, new GpuDemand(1, 500, 0, 1, 1, 0, 1, 1), Ceiling.CACHE);
        assertBound(speed, new GpuDemand(1, 1, 0, 2000, 1, 0, 1, 1), Ceiling.INSTRUCTIONS);
        assertBound(speed, new GpuDemand(1, 1, 0, 1, 1000, 0, 1, 1), Ceiling.FP64);
    }

    private static void assertBound(GpuSpeed speed, GpuDemand demand, Ceiling ceiling) {
        assertThat(speed.ceiling(demand)).isEqualTo(ceiling);
        assertThat(speed.mlups(List.of(demand), 1000)).isCloseTo(10_000, within(0.1));
    }

    @Test
    void ceilings_overlap_but_not_wholly() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 0, 0);
        double both = speed.mlups(List.of(new GpuDemand(400, 1, 0, 2000, 1, 0, 1, 1)), 1000);
        assertThat(both).isBetween(5_000.0, 10_000.0).isCloseTo(10_000 / Math.pow(2, 1 / 2.06), within(1.0));
    }

    @Test
    void populations_that_l2_holds_do_not_wait_for_memory() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 0, 1e6);
        assertThat(speed.ceiling(new GpuDemand(400, 50, 0, 1, 1, 0, 1, 9e5))).isEqualTo(Ceiling.CACHE);
        assertThat(speed.ceiling(new GpuDemand(400, 50, 0, 1, 1, 0, 1, 2e6))).isEqualTo(Ceiling.MEMORY);
    }

    @Test
    void waits_and_launches_add_to_the_tightest_ceiling() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 100, 0);
        long nodes = 10_000_000;
        double without = speed.mlups(List.of(new GpuDemand(400, 1, 0, 1, 1, 0, 1, 1)), nodes);
        double with = speed.mlups(List.of(new GpuDemand(400, 1, 0, 1, 1, 10, 1, 1)), nodes);
        assertThat(without).isBetween(9_900.0, 9_999.0); // 1 ms, and a launch
        assertThat(with / without).isCloseTo(0.5, within(0.01)); // 100 ps, and 10 ns / 100
    }

    @Test
    void a_device_of_unknown_bandwidth_has_to_be_measured() {
        GpuFacts unknown = new SomeGpu().withoutSheet().facts();
        assertThatThrownBy(() -> GpuSpeed.ofSheet(unknown)).hasMessageContaining("measure it");
        assertThat(GpuSpeed.measured(unknown, 1000).bytesPerS()).isCloseTo(1e12, within(1e6));
    }

    @Test
    void a_consumer_card_is_bound_by_arithmetic_in_double_precision_sooner() {
        GpuSpeed card = GpuSpeed.ofSheet(GpuSheets.byKey("rtx-4090").orElseThrow());
        GpuDemand dense = new GpuDemand(308, 308, 0, 900, 400, 0, 1, 1e10);
        assertThat(card.ceiling(dense)).isEqualTo(Ceiling.FP64);
        assertThat(GpuSpeed.ofSheet(h200()).ceiling(dense)).isEqualTo(Ceiling.MEMORY);
    }
}
