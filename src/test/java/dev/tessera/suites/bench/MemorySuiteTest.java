package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tessera.device.Devices;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.Accelerators;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.solver.plan.GpuSheets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemorySuiteTest {
    @TempDir
    Path folder;

    private static Map<String, Object> judged(long planned, long taken) {
        Map<String, Object> row = new LinkedHashMap<>(Map.of("memory_bytes", planned));
        MemorySuite.judge(
                row, new MemorySuite.Free(OptionalLong.of(100L << 30), OptionalLong.of((100L << 30) - taken)));
        return row;
    }

    @Test
    void a_large_case_that_uses_over_two_per_cent_more_or_less_fails() {
        assertThat(judged(8_000_000_000L, 8_150_000_000L)).doesNotContainKey("error");
        assertThat(judged(8_000_000_000L, 8_170_000_000L).get("error"))
                .asString()
                .contains("8170000000 bytes in use", "+2.1 %");
        assertThat(judged(8_000_000_000L, 7_830_000_000L)).containsKey("error");
        assertThat(judged(80_000_000L, 90_000_000L))
                .doesNotContainKey("error")
                .containsEntry("driver_bytes", 90_000_000L);
    }

    @Test
    void on_a_large_gpu_every_addressing_uses_eight_gigabytes() {
        List<GpuTrial> trials = MemorySuite.trials(GpuSheets.byKey("h200").orElseThrow());
        assertThat(trials.stream().map(trial -> trial.addressing().key()).distinct())
                .containsExactlyInAnyOrder(
                        "dense", "tiles", "compact-tiles", "connectivity-matrix", "fluid-index", "ghost-tiles");
        for (GpuTrial trial : trials) {
            String edge = trial.geometry().key().replace("blocks-", "");
            double fluid = Math.pow(Integer.parseInt(edge), 3) * 0.984;
            int copies = trial.addressing().needsBarrier() ? 1 : trial.pattern().copies();
            assertThat(fluid * 19 * 8 * copies).isBetween(8e9, 14e9);
        }
    }

    /// The fake driver counts buffers only, so that this tests the plan only.
    @Test
    void rows_contain_the_memory_in_use() throws IOException {
        FakeDriver driver = new FakeDriver(400L << 20, 20L << 20);
        try (Accelerator gpu = new Accelerator(driver, new BinaryCache(folder))) {
            List<Map<String, Object>> rows = new Bench(
                            new GpuDevice(gpu),
                            ForkJoinPool.commonPool(),
                            System::nanoTime,
                            line -> {},
                            words -> words.contains("ghost-tiles") || words.contains(" aa "),
                            Launches.LISTED,
                            List.of())
                    .run("memory", soFar -> {});
            assertThat(rows.subList(1, rows.size()))
                    .hasSize(3)
                    .allSatisfy(row -> assertThat(row)
                            .doesNotContainKey("error")
                            .containsEntry("driver_excess", 0.0)
                            .containsEntry("driver_bytes", row.get("memory_bytes")));
        }
    }

    /// On a GPU whose driver reports free memory.
    @Test
    void the_memory_in_use_on_a_gpu_agrees_with_the_plan() throws IOException {
        Accelerators gpus = Devices.accelerators();
        Optional<GpuPlatform.Offer> offer = gpus.fastest().gpu();
        assumeThat(offer).as("no GPU is here").isPresent();
        try (Accelerator gpu = gpus.open(offer.orElseThrow().key())) {
            assumeThat(gpu.freeBytes())
                    .as("the driver of %s does not report free memory", gpu.key())
                    .isPresent();
            List<Map<String, Object>> rows = new Bench(
                            new GpuDevice(gpu),
                            ForkJoinPool.commonPool(),
                            System::nanoTime,
                            line -> {},
                            words -> words.contains("dense pull"),
                            Launches.LISTED,
                            List.of())
                    .run("memory", soFar -> {});
            assertThat(rows.getLast()).doesNotContainKey("error");
            assertThat((Long) rows.getLast().get("driver_bytes")).isPositive();
        }
    }
}
