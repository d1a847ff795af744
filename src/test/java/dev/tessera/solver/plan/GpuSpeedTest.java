package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.solver.plan.GpuSpeed.Ceiling;
import dev.tessera.solver.plan.GpuSpeed.Steps;
import dev.tessera.solver.plan.PredictedRows.Measured;
import dev.tessera.testkit.SomeGpu;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Against what was measured on one H200: all files of [PredictedRows]. The page docs/benchmarks/gpu.md has the
/// tables that these rows make ([GpuFitTest] writes them).
final class GpuSpeedTest {
    private static final GpuConstants FITTED = GpuConstants.FITTED;

    private static GpuFacts h200() {
        return GpuSheets.byKey("h200").orElseThrow();
    }

    private static GpuSpeed speed(int multiprocessors, double heldBytes) {
        return new GpuSpeed(4e12, 5e12, 2e13, 1e13, multiprocessors, heldBytes, FITTED);
    }

    private static GpuDemand demand(
            double memoryBytes, double cacheBytes, double instructions, double fp64, double waits, double bytes) {
        return new GpuDemand(memoryBytes, cacheBytes, instructions, fp64, waits, 1, bytes);
    }

    @Test
    void nine_rows_of_ten_are_predicted_within_ten_per_cent() throws IOException {
        List<Measured> rows = PredictedRows.judged();
        assertThat(rows.size()).isGreaterThan(1200);
        assertThat(PredictedRows.partWithin(rows, FITTED, 0.10)).isGreaterThan(0.895);
        assertThat(PredictedRows.partWithin(rows, FITTED, 0.05)).isGreaterThan(0.7);
    }

    @Test
    void the_median_of_every_storage_is_within_five_per_cent() throws IOException {
        PredictedRows.by(PredictedRows.judged(), Measured::storage)
                .forEach((storage, rows) -> assertThat(PredictedRows.median(rows, FITTED))
                        .as(storage)
                        .isBetween(-0.05, 0.05));
    }

    /// Of all storages that were measured beside each other, and of those that a planner takes by itself. Storages
    /// whose
    /// steps differ by a microsecond cannot be told apart: the same step takes so much more in another run.
    @Test
    void the_storage_that_is_foreseen_to_be_fastest_is_within_five_per_cent_of_the_fastest() throws IOException {
        List<ForeseenChoice> all = ForeseenChoice.ofAll(FITTED);
        List<ForeseenChoice> planned = ForeseenChoice.ofPlanner(FITTED);
        assertThat(all).hasSizeGreaterThan(100);
        assertThat(planned).hasSizeGreaterThan(80);
        List<ForeseenChoice> lost = Stream.concat(all.stream(), planned.stream())
                .filter(GpuSpeedTest::isLoss)
                .toList();
        assertThat(lost.stream()
                        .map(choice -> choice.taken().text("geometry") + " "
                                + choice.taken().text("precision")))
                .isSubsetOf("spheres-0.1 fp32/fp16", "full-square fp32");
        assertThat(lost).allMatch(choice -> choice.loss() < 0.1);
    }

    private static boolean isLoss(ForeseenChoice choice) {
        return choice.loss() > 0.05 && choice.lostMicroseconds() > 1.2;
    }

    @Test
    void each_ceiling_can_be_the_tightest() {
        assertBound(demand(400, 1, 1, 1, 0, 1), Ceiling.MEMORY);
        assertBound(demand(1, 500, 1, 1, 0, 1), Ceiling.CACHE);
        assertBound(demand(1, 1, 2000, 1, 0, 1), Ceiling.INSTRUCTIONS);
        assertBound(demand(1, 1, 1, 1000, 0, 1), Ceiling.FP64);
    }

    private static void assertBound(GpuDemand demand, Ceiling ceiling) {
        assertThat(speed(0, 0).ceiling(demand)).isEqualTo(ceiling);
        assertThat(speed(0, 0).mlups(List.of(demand), 1, 1000)).isCloseTo(10_000, within(0.1));
    }

    @Test
    void ceilings_overlap_but_not_wholly() {
        double both = speed(0, 0).mlups(List.of(demand(400, 1, 2000, 1, 0, 1)), 1, 1000);
        assertThat(both).isCloseTo(10_000 / Math.sqrt(2), within(1.0));
    }

    @Test
    void populations_that_l2_holds_come_faster_than_from_memory() {
        assertThat(heldIn(1e6, 5e5) / heldIn(1e6, 2e6)).isCloseTo(FITTED.cached(), within(0.01));
        assertThat(heldIn(1e6, 7.5e5)).isBetween(heldIn(1e6, 2e6), heldIn(1e6, 5e5));
        assertThat(heldIn(0, 1)).isEqualTo(heldIn(1e6, 2e6));
    }

    private static double heldIn(double heldBytes, double populationBytes) {
        return speed(0, heldBytes).mlups(List.of(demand(400, 1, 1, 1, 0, populationBytes)), 1, 1000);
    }

    @Test
    void waits_and_launches_add_to_the_tightest_ceiling() {
        GpuSpeed speed = speed(100, 0);
        long nodes = 10_000_000;
        double without = speed.mlups(List.of(demand(400, 1, 1, 1, 0, 1)), 1, nodes);
        double with = speed.mlups(List.of(demand(400, 1, 1, 1, 10, 1)), 1, nodes);
        assertThat(without).isBetween(9_900.0, 9_999.0); // 1 ms, and a launch
        assertThat(with / without).isCloseTo(0.5, within(0.01)); // 100 ps, and 10 ns / 100
    }

    @Test
    void steps_together_wait_less_for_their_launch_and_two_kernels_twice() {
        GpuSpeed speed = speed(100, 0);
        List<GpuDemand> one = List.of(demand(400, 1, 1, 1, 0, 1));
        double seconds = 1000 * 100e-12;
        assertThat(1e3 / speed.mlups(one, 1, 1000, Steps.SINGLE))
                .isCloseTo(1e6 * (seconds + 1e-9 * FITTED.launch()), within(1e-3));
        assertThat(1e3 / speed.mlups(one, 1, 1000, Steps.TOGETHER))
                .isCloseTo(1e6 * (seconds + 1e-9 * FITTED.together()), within(1e-3));
        List<GpuDemand> two = List.of(one.getFirst(), one.getFirst());
        assertThat(speed.mlups(two, 1, 1000)).isCloseTo(speed.mlups(one, 1, 1000) / 2, within(1e-6));
        assertThat(speed.mlups(two, 2, 1000)).isCloseTo(speed.mlups(one, 1, 1000), within(1e-6));
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
        GpuDemand dense = demand(308, 308, 900, 400, 0, 1e10);
        assertThat(card.ceiling(dense)).isEqualTo(Ceiling.FP64);
        assertThat(GpuSpeed.ofSheet(h200()).ceiling(dense)).isEqualTo(Ceiling.MEMORY);
    }
}
