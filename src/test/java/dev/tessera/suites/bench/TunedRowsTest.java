package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.solver.tune.TuningMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a driver that computes nothing: what is launched, not how fast.
final class TunedRowsTest {
    @TempDir
    Path folder;

    private List<Map<String, Object>> rows(@Nullable TuningMemory tunings, Predicate<String> wanted)
            throws IOException {
        FakeDriver driver = new FakeDriver(1L << 40, 1L << 38, 1);
        try (GpuDevice device = new GpuDevice(new Accelerator(driver, new BinaryCache(folder)))) {
            List<Map<String, Object>> rows = new GpuBench(
                            device, ForkJoinPool.commonPool(), System::nanoTime, line -> {}, wanted, 0, tunings)
                    .run("dense", soFar -> {});
            return rows.subList(1, rows.size());
        }
    }

    @Test
    void a_tuned_storage_has_one_row_whose_launch_is_remembered() throws IOException {
        Predicate<String> steps = words -> words.startsWith("full-box step dense aa bgk fp32 ");
        assertThat(rows(null, steps)).hasSizeGreaterThan(5).allMatch(row -> "listed".equals(row.get("launch")));
        Path remembered = folder.resolve("tunings");
        assertThat(rows(new TuningMemory(remembered), steps))
                .hasSize(1)
                .allMatch(row -> "tuned".equals(row.get("launch")));
        try (Stream<Path> files = Files.list(remembered)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void limits_stay_as_the_suite_lists_them() throws IOException {
        Predicate<String> limits = words -> words.matches("full-box (read-write|propagate) dense .* fp32 .*");
        List<Map<String, Object>> listed = rows(null, limits);
        assertThat(rows(new TuningMemory(folder.resolve("tunings")), limits))
                .hasSameSizeAs(listed)
                .allMatch(row -> "listed".equals(row.get("launch")));
    }
}
