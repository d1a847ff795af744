package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Suite `thesis` on tiny boxes.
final class ThesisSuiteTest {
    @RegisterExtension
    static final FirstGpu OPENCL = new FirstGpu(new OpenClPlatforms());

    private static final ThesisSizes TINY =
            new ThesisSizes(8, List.of(4, 6, 8), List.of(5, 8), List.of(32, 64), 6, List.of(1, 3), 12, List.of(4, 6));

    private final List<String> said = new ArrayList<>();

    private List<Map<String, Object>> rows(Device device, ForkJoinPool pool, Predicate<String> wanted)
            throws IOException {
        List<Map<String, Object>> last = new ArrayList<>();
        List<Map<String, Object>> rows = new ThesisSuite(
                        new ThesisSuite.Lab(device, pool, System::nanoTime, TINY, 1e-4), said::add, wanted)
                .run(soFar -> {
                    last.clear();
                    last.addAll(soFar);
                });
        assertThat(last).isEqualTo(rows);
        return rows;
    }

    private List<Map<String, Object>> onCpu(Predicate<String> wanted) throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(3);
                Devices devices = Devices.on(pool)) {
            return rows(devices.byKey("cpu:jvm"), pool, wanted);
        }
    }

    private static String words(Map<String, Object> row) {
        return "%s %s %s".formatted(row.get("experiment"), row.get("geometry"), row.get("kernel"));
    }

    private static void checkFigures(List<Map<String, Object>> rows, String... keys) {
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row).doesNotContainKey("error");
            for (String key : keys) {
                assertThat(row.get(key))
                        .as("%s of %s", key, words(row))
                        .asInstanceOf(DOUBLE)
                        .isPositive()
                        .isFinite();
            }
        });
    }

    private static List<Map<String, Object>> of(String experiment, List<Map<String, Object>> rows) {
        return rows.stream()
                .filter(row -> experiment.equals(row.get("experiment")))
                .toList();
    }

    @Test
    void a_cpu_runs_what_needs_no_threads_of_a_gpu_and_says_what_is_left_out() throws IOException {
        List<Map<String, Object>> rows = onCpu(words -> true);
        assertThat(rows)
                .extracting(ThesisSuiteTest::words)
                .containsExactly(
                        "extents box-4x6x8 usual",
                        "extents box-4x8x6 usual",
                        "extents box-6x4x8 usual",
                        "extents box-6x8x4 usual",
                        "extents box-8x4x6 usual",
                        "extents box-8x6x4 usual",
                        "domain-size box-5x5x5 usual",
                        "domain-size box-8x8x8 usual",
                        "iterations box-6x6x6 1-steps",
                        "iterations box-6x6x6 3-steps",
                        "offload box-6x6x6 alone",
                        "offload box-6x6x6 1-steps",
                        "offload box-6x6x6 3-steps",
                        "hybrid box-12x12x12 centre-4",
                        "hybrid box-12x12x12 centre-6");
        assertThat(said)
                .anyMatch(line -> line.contains("without index-order, block-size, shared-memory"))
                .anyMatch(line -> line.contains("without l1 (CUDA has it)"));
        checkFigures(rows, "mlups");
        checkFigures(of("iterations", rows), "of_fastest", "gb_per_s");
        checkFigures(of("hybrid", rows), "device_ms", "threads_ms", "exchange_ms", "device_alone_ms", "of_fastest");
        assertThat(of("hybrid", rows)).allSatisfy(row -> {
            assertThat(row).containsEntry("threads", 2).containsEntry("processor", "cpu:jvm");
            assertThat(row).containsEntry("fluid_nodes", 12L * 12 * 12);
        });
        assertThat(of("hybrid", rows).getLast()).containsEntry("offloaded_fraction", 0.125);
        for (Map<String, Object> row : of("offload", rows).subList(1, 3)) {
            assertThat(Page.number(row, "of_alone"))
                    .isCloseTo(Page.number(row, "mlups") / Page.number(row, "alone_mlups"), within(1e-9));
            assertThat(row).doesNotContainKeys("of_bound", "of_fastest");
        }
        String page = BenchPage.of(
                ThesisSuite.NAME, rows, new Provenance("Tessera", "a machine", "cpu:jvm", "today", "bench"));
        assertThat(page)
                .contains("* domain-size: fastest with usual on box-", "| hybrid | box-12x12x12 | centre-6 |")
                .contains("of the nodes offloaded");
    }

    @Test
    void a_gpu_runs_orders_of_threads_blocks_and_shared_memory_too() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            List<Map<String, Object>> rows = rows(
                    OPENCL.device(),
                    pool,
                    words -> words.matches(
                            "index-order.*(xyz|zyx|structures)|block-size.*|shared-memory.* 32-threads|offload.*(copies|3-steps)"));
            assertThat(rows)
                    .extracting(ThesisSuiteTest::words)
                    .containsExactly(
                            "index-order box-8x8x8 threads-xyz",
                            "index-order box-8x8x8 threads-zyx",
                            "index-order box-8x8x8 structures",
                            "block-size box-8x8x8 32-threads",
                            "block-size box-8x8x8 64-threads",
                            "shared-memory box-8x8x8 usual 32-threads",
                            "shared-memory box-8x8x8 shared-rows 32-threads",
                            "offload box-6x6x6 copies",
                            "offload box-6x6x6 3-steps");
            checkFigures(rows.subList(0, 7), "mlups", "of_fastest");
            assertThat(rows.get(3)).containsEntry("block_threads", 32).containsEntry("nodes_per_thread", 1);
            checkFigures(rows.subList(7, 8), "upload_gb_per_s", "download_gb_per_s");
            Map<String, Object> offloaded = rows.getLast();
            double seconds = 3 / (Page.number(offloaded, "alone_mlups") * 1e6)
                    + 152e-9 / Page.number(rows.get(7), "upload_gb_per_s")
                    + 152e-9 / Page.number(rows.get(7), "download_gb_per_s");
            assertThat(Page.number(offloaded, "bound_mlups")).isCloseTo(3e-6 / seconds, within(1e-6));
            assertThat(Page.number(offloaded, "of_bound"))
                    .isCloseTo(Page.number(offloaded, "mlups") / Page.number(offloaded, "bound_mlups"), within(1e-9));
        }
        assertThat(said).noneMatch(line -> line.contains("index-order, block-size"));
    }

    @Test
    void blocks_fill_the_box_and_are_shared_so_that_no_thread_has_far_more_nodes() {
        List<int[]> blocks = ThesisHybrid.blocks(132, 44);
        assertThat(blocks).hasSize(27).allSatisfy(block -> assertThat(block).containsExactly(46, 46, 46));
        assertThat(ThesisHybrid.blocks(132, 8).get(13)).containsExactly(10, 10, 10);
        List<int[]> uneven = new ArrayList<>(ThesisHybrid.blocks(132, 100));
        uneven.remove(13);
        List<List<int[]>> shares = ThesisHybrid.shares(uneven, 8);
        assertThat(shares).hasSize(8);
        assertThat(shares.stream().mapToInt(List::size).sum()).isEqualTo(26);
        long[] nodes = shares.stream()
                .mapToLong(share -> share.stream()
                        .mapToLong(block -> (long) block[0] * block[1] * block[2])
                        .sum())
                .sorted()
                .toArray();
        long largest = 102L * 102 * 18;
        assertThat(nodes[7] - nodes[0]).isLessThanOrEqualTo(largest);
        assertThat(nodes[7]).isLessThan(2 * largest);
    }

    @Test
    void a_row_that_fails_contains_the_reason_and_the_others_are_measured() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            // a block of one node in the centre and its envelope has no layers inside
            var impossible =
                    new ThesisSizes(8, List.of(4, 6, 8), List.of(5), List.of(32), 6, List.of(1), 12, List.of(1, 6));
            var broken = new ThesisSuite.Lab(devices.byKey("cpu:jvm"), pool, System::nanoTime, impossible, 1e-4);
            List<Map<String, Object>> rows =
                    new ThesisSuite(broken, said::add, words -> words.startsWith("hybrid")).run(soFar -> {});
            assertThat(rows).hasSize(2);
            assertThat(rows.getFirst().get("error")).asString().contains("has no envelope of 1");
            assertThat(rows.getLast()).containsKey("mlups").doesNotContainKey("error");
            assertThat(said).anyMatch(line -> line.startsWith("hybrid box-12x12x12 centre-1 failed: "));
        }
    }
}
