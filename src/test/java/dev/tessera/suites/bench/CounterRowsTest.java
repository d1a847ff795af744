package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.FakeDriver;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Uses the launches of the suite, on a fake driver that computes nothing.
final class CounterRowsTest {
    private static final String METRICS = "\"dram__bytes_read.sum\",\"dram__bytes_write.sum\","
            + "\"lts__t_sectors_srcunit_tex_op_read.sum\",\"lts__t_sectors_srcunit_tex_op_write.sum\","
            + "\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"smsp__inst_executed.sum\",\"gpu__time_duration.sum\"";
    private static final List<GpuTrial> TRIALS = CounterSuite.trials(false);

    @TempDir
    Path folder;

    private List<String> launched(Predicate<String> wanted) throws IOException {
        FakeDriver driver = new FakeDriver(1L << 40, 1L << 38, 1);
        try (ForkJoinPool pool = new ForkJoinPool(2);
                GpuDevice device = new GpuDevice(new Accelerator(driver, new BinaryCache(folder)))) {
            List<Map<String, Object>> rows = new GpuBench(device, pool, System::nanoTime, line -> {}, wanted, 1, null)
                    .run(CounterSuite.NAME, soFar -> {});
            assertThat(rows).noneMatch(BenchPage::isFailure);
        }
        return driver.launches().stream()
                .filter(launch -> launch.function().matches(CounterSuite.KERNELS))
                .map(launch -> cells(launch.function(), launch.shape()))
                .toList();
    }

    private static String cells(String function, LaunchShape shape) {
        return "\"%s\",\"(%d, 1, 1)\",\"(%d, 1, 1)\"".formatted(function, shape.blockX(), shape.gridX());
    }

    /// Output of ncu 2025, after output of the program.
    private static List<String> report(List<String> launched, String values) {
        List<String> lines = new ArrayList<>(List.of(
                "==PROF== Connected to process 1741 (java)",
                "full-box   step    dense, pull",
                "\"ID\",\"Process Name\",\"Kernel Name\",\"Block Size\",\"Grid Size\"," + METRICS,
                "\"\",\"\",\"\",\"\",\"\",\"byte\",\"Mbyte\",\"sector\",\"sector\",\"sector\",\"inst\",\"us\""));
        for (int id = 0; id < launched.size(); id++) {
            lines.add("\"%d\",\"java\",%s,%s".formatted(id, launched.get(id), values));
        }
        return lines;
    }

    private static List<Map<String, Object>> rows(CounterRows counted, List<GpuTrial> trials) {
        List<Map<String, Object>> rows = new ArrayList<>();
        trials.forEach(trial -> rows.addAll(counted.of(trial, ForkJoinPool.commonPool())));
        return rows;
    }

    /// One row per storage and pattern.
    @Test
    void every_launch_of_the_suite_is_matched_with_a_row() throws IOException {
        List<GpuTrial> some = new ArrayList<>();
        Set<List<String>> seen = new LinkedHashSet<>();
        for (GpuTrial trial : TRIALS) {
            if (seen.add(List.of(trial.addressing().toString(), trial.pattern().key()))) {
                some.add(trial);
            }
        }
        Set<String> words = new LinkedHashSet<>();
        some.forEach(trial -> words.add(trial.toString().replaceAll(" +", " ")));
        List<String> launched = launched(words::contains);
        String nothing = "\"n/a\",\"n/a\",\"n/a\",\"n/a\",\"n/a\",\"n/a\",\"n/a\"";
        CounterRows counted = new CounterRows(NcuReport.of(report(launched, nothing)));
        List<Map<String, Object>> rows = rows(counted, some);
        assertThat(counted.left()).isZero();
        long inPlace =
                some.stream().filter(trial -> trial.pattern().copies() == 1).count();
        assertThat(inPlace).isGreaterThan(5);
        assertThat(rows).hasSize(some.size() + (int) inPlace).allSatisfy(row -> {
            assertThat(row).containsEntry("dram_bytes", null).containsEntry("load_sectors_error", null);
            assertThat(Page.number(row, "dram_bytes_predicted")).isBetween(70.0, 2000.0);
            assertThat(Page.number(row, "store_sectors_predicted")).isBetween(1.0, 40.0);
        });
    }

    @Test
    void counts_are_per_node_and_errors_relative_to_the_count() throws IOException {
        List<GpuTrial> dense = TRIALS.subList(0, 2);
        List<String> launched = launched(words -> words.matches("full-box step dense (pull|aa) bgk fp64 .*"));
        double nodes = 32 * 32 * 32;
        String values = "\"%.0f\",\"%.6f\",\"%.0f\",\"%.0f\",\"n/a\",\"%.0f\",\"10.5\""
                .formatted(160 * nodes, 160e-6 * nodes, 5 * nodes, 4 * nodes, 30 * nodes);
        List<Map<String, Object>> rows = rows(new CounterRows(NcuReport.of(report(launched, values))), dense);
        assertThat(rows).hasSize(3); // pull, and two phases of AA
        assertThat(rows).extracting(row -> row.get("phase")).containsExactly(0, 0, 1);
        for (Map<String, Object> row : rows) {
            double bytes = Page.number(row, "dram_bytes");
            assertThat(bytes).isCloseTo(320, within(0.1));
            assertThat(Page.number(row, "dram_bytes_error"))
                    .isCloseTo(Page.number(row, "dram_bytes_predicted") / bytes - 1, within(1e-12));
            assertThat(Page.number(row, "l2_bytes")).isCloseTo(288, within(0.1));
            assertThat(row).containsEntry("load_sectors", null);
            assertThat(Page.number(row, "instructions")).isCloseTo(960, within(0.1));
            assertThat(Page.number(row, "seconds")).isCloseTo(10.5e-6, within(1e-12));
        }
        assertThat(Page.number(rows.getFirst(), "dram_bytes_predicted")).isCloseTo(304, within(25.0));
    }

    @Test
    void a_report_of_other_rows_is_refused() throws IOException {
        List<String> launched = launched(words -> words.startsWith("full-box step dense aa bgk fp64 "));
        NcuReport report = NcuReport.of(report(launched, "\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\""));
        assertThatThrownBy(() -> rows(new CounterRows(report), TRIALS.subList(0, 1)))
                .hasMessageContaining("launch 0 of the report is tessera_bulk_aa_0, grid")
                .hasMessageContaining("tessera_bulk_pull_0")
                .hasMessageContaining("--suite counters");
        CounterRows counted = new CounterRows(report);
        assertThat(rows(counted, TRIALS.subList(1, 2))).hasSize(2);
        assertThatThrownBy(() -> rows(counted, TRIALS.subList(2, 3)))
                .hasMessageContaining("missing: the report has 4 launches");
    }

    @Test
    void a_file_without_a_table_is_refused_with_the_command_to_write_it() {
        assertThatThrownBy(() -> NcuReport.of(List.of("==ERROR== no permission")))
                .hasMessageContaining("ncu --csv --page raw");
        List<String> odd = List.of("\"ID\",\"dram__bytes_read.sum\"", "\"\",\"Tbyte\"", "\"0\",\"1\"");
        assertThatThrownBy(() -> NcuReport.of(odd)).hasMessageContaining("--print-units base");
    }

    @Test
    void the_guide_names_the_kernels_that_are_counted() throws IOException {
        assertThat(Files.readString(Path.of("docs/benchmarks/gpu.md"))).contains("regex:" + CounterSuite.KERNELS);
    }
}
