package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.solver.plan.GpuSpeed.Ceiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Against what was measured on one H200: `docs/benchmarks/gpu-quick-h200.json`.
final class GpuSpeedTest {
    private static final Path ROWS = Path.of("docs/benchmarks/gpu-quick-h200.json");
    private static final Path DEMANDS = Path.of("src/test/resources/dev/tessera/solver/plan/gpu-quick-demands.csv");
    private static final int WORDS = 9; // of a line of demands, before its numbers

    /// A measured row and what is predicted for it.
    private record Pair(Map<?, ?> row, double predicted) {
        double error() {
            return predicted / ((Number) row.get("mlups")).doubleValue() - 1;
        }

        boolean isStep() {
            return "step".equals(row.get("kernel"));
        }

        int nodesPerThread() {
            return ((Number) row.get("nodes_per_thread")).intValue();
        }
    }

    private static List<Pair> pairs() throws IOException {
        List<?> all = (List<?>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(ROWS));
        double copyGbPerS = ((Number) ((Map<?, ?>) all.getFirst()).get("gb_per_s")).doubleValue();
        GpuSpeed speed = GpuSpeed.measured(h200(), copyGbPerS);
        List<String> lines = Files.readAllLines(DEMANDS);
        assertThat(lines).hasSameSizeAs(all); // a comment there, the bandwidth here
        List<Pair> pairs = new ArrayList<>();
        for (int n = 1; n < lines.size(); n++) {
            Map<?, ?> row = (Map<?, ?>) all.get(n);
            String[] words = lines.get(n).split(",");
            assertThat(List.of(words[0], words[3], words[4], words[5]))
                    .containsExactly(
                            text(row, "geometry"), text(row, "pattern"), text(row, "precision"), text(row, "threads"));
            double[] numbers = Arrays.stream(words)
                    .skip(WORDS)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            double spill = 0.0357 * Math.max(0, ((Number) row.get("spill_bytes")).doubleValue() - 32);
            List<GpuDemand> phases = new ArrayList<>();
            for (int k = 0; k < numbers.length; k += 6) {
                phases.add(new GpuDemand(
                        numbers[k],
                        numbers[k + 1],
                        numbers[k + 2],
                        numbers[k + 3],
                        numbers[k + 4] + spill,
                        numbers[k + 5]));
            }
            pairs.add(new Pair(row, speed.mlups(phases, Long.parseLong(words[8]))));
        }
        return pairs;
    }

    private static String text(Map<?, ?> row, String key) {
        return String.valueOf(row.get(key));
    }

    private static GpuFacts h200() {
        return GpuSheets.byKey("h200").orElseThrow();
    }

    @Test
    void every_step_with_up_to_16_bytes_a_thread_is_predicted_within_ten_per_cent() throws IOException {
        for (Pair pair : pairs()) {
            int bytes = "fp64".equals(pair.row().get("precision")) ? 8 : 4;
            if (pair.isStep() && pair.nodesPerThread() * bytes <= 16) {
                assertThat(Math.abs(pair.error())).as("%s", pair).isLessThan(0.10);
            }
        }
    }

    @Test
    void all_rows_are_predicted_within_sixteen_per_cent_and_most_within_five() throws IOException {
        List<Pair> pairs = pairs();
        assertThat(pairs)
                .hasSize(144)
                .allSatisfy(pair -> assertThat(Math.abs(pair.error())).isLessThan(0.16));
        assertThat(pairs.stream().filter(pair -> Math.abs(pair.error()) > 0.10)).hasSizeLessThanOrEqualTo(5);
        assertThat(pairs.stream().filter(pair -> Math.abs(pair.error()) < 0.05)).hasSizeGreaterThan(90);
    }

    @Test
    void each_ceiling_can_be_the_tightest() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 0);
        assertBound(speed, new GpuDemand(400, 1, 1, 1, 0, 1), Ceiling.MEMORY);
        assertBound(speed, new GpuDemand(1, 500, 1, 1, 0, 1), Ceiling.CACHE);
        assertBound(speed, new GpuDemand(1, 1, 2000, 1, 0, 1), Ceiling.INSTRUCTIONS);
        assertBound(speed, new GpuDemand(1, 1, 1, 1000, 0, 1), Ceiling.FP64);
    }

    private static void assertBound(GpuSpeed speed, GpuDemand demand, Ceiling ceiling) {
        assertThat(speed.ceiling(demand)).isEqualTo(ceiling);
        assertThat(speed.mlups(List.of(demand), 1000)).isCloseTo(10_000, within(1e-6));
    }

    @Test
    void waits_and_launches_add_to_the_tightest_ceiling() {
        GpuSpeed speed = new GpuSpeed(4e12, 5e12, 2e13, 1e13, 100);
        long nodes = 10_000_000;
        double without = speed.mlups(List.of(new GpuDemand(400, 1, 1, 1, 0, 1)), nodes);
        double with = speed.mlups(List.of(new GpuDemand(400, 1, 1, 1, 10, 1)), nodes);
        assertThat(without).isBetween(9_900.0, 9_999.0); // 1 ms, and a launch
        assertThat(with / without).isCloseTo(0.5, within(0.01)); // 100 ps, and 10 ns / 100
    }

    @Test
    void a_device_of_unknown_bandwidth_has_to_be_measured() {
        GpuFacts unknown = new GpuFacts(
                "GPU", "driver", 1, 1, 132, 32, 1024, 1, 2048, 1, 1, true, true, true, 1e9, 64, OptionalDouble.empty());
        assertThatThrownBy(() -> GpuSpeed.ofSheet(unknown)).hasMessageContaining("measure it");
        assertThat(GpuSpeed.measured(unknown, 1000).bytesPerS()).isCloseTo(0.928e12, within(1e6));
    }

    @Test
    void a_consumer_card_is_bound_by_arithmetic_in_double_precision_sooner() {
        GpuSpeed card = GpuSpeed.ofSheet(GpuSheets.byKey("rtx-4090").orElseThrow());
        GpuDemand dense = new GpuDemand(308, 308, 900, 400, 0, 1);
        assertThat(card.ceiling(dense)).isEqualTo(Ceiling.FP64);
        assertThat(GpuSpeed.ofSheet(h200()).ceiling(dense)).isEqualTo(Ceiling.MEMORY);
    }
}
