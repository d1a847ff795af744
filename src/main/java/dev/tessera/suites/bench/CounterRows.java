package dev.tessera.suites.bench;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts;
import dev.tessera.solver.plan.GpuDemand;
import dev.tessera.suites.Page;
import dev.tessera.suites.bench.NcuReport.Launch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Compares a profiler's counters of the rows of [CounterSuite] with predictions. Launches are matched with rows by
/// their order; the kernel's name and the sizes of grid and block must be those of the row. Nothing runs: rows are laid
/// out again, so that a report can be compared with a model newer than the profiled program.
final class CounterRows {
    private static final int WARP = 32;

    private final NcuReport report;
    private int next; // the next launch
    private @Nullable BenchGeometry current;
    private @Nullable NodeMap nodes;

    CounterRows(NcuReport report) {
        this.report = report;
    }

    /// Counters and predictions per fluid node of one phase; predictions do not include spilled registers.
    private enum Quantity {
        /// Bytes to and from memory.
        DRAM_BYTES(
                launch -> launch.value("dram__bytes_read.sum") + launch.value("dram__bytes_write.sum"),
                (counts, demand) -> demand.memoryBytes()),
        /// Bytes between multiprocessors and L2.
        L2_BYTES(
                launch -> readFromL2(launch) + Sectors.BYTES * launch.value("lts__t_sectors_srcunit_tex_op_write.sum"),
                (counts, demand) -> demand.cacheBytes()),
        /// Sectors that warps load, tables included.
        LOAD_SECTORS(
                launch -> launch.value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
                (counts, demand) -> counts.sectors().loads() + counts.tableBytes() / Sectors.BYTES),
        /// Sectors that warps store.
        STORE_SECTORS(
                launch -> launch.value("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
                (counts, demand) -> counts.sectors().stores()),
        /// Instructions of threads, idle threads of a warp included.
        INSTRUCTIONS(
                launch -> WARP * launch.value("smsp__inst_executed.sum"), (counts, demand) -> demand.instructions());

        private final ToDoubleFunction<Launch> counted;
        private final Prediction predicted;

        Quantity(ToDoubleFunction<Launch> counted, Prediction predicted) {
            this.counted = counted;
            this.predicted = predicted;
        }

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Whether rows contain counters, and were not only timed.
    static boolean hasCounted(List<Map<String, Object>> rows) {
        return rows.stream().anyMatch(row -> row.containsKey(Quantity.DRAM_BYTES.key()));
    }

    @FunctionalInterface
    private interface Prediction {
        double of(GpuCounts counts, GpuDemand demand);
    }

    /// The launches that are not matched with a row yet.
    int left() {
        return report.launches().size() - next;
    }

    /// One row for each phase that has a kernel of its own; the next launches of the report are the trial's.
    /// @throws IllegalArgumentException if they are another kernel's; they then remain for the next trial
    List<Map<String, Object>> of(GpuTrial trial, ForkJoinPool workers) {
        if (!trial.geometry().equals(current) || nodes == null) {
            current = trial.geometry();
            nodes = trial.geometry().make(workers);
        }
        GpuPlan plan = trial.plan(nodes);
        List<List<GpuKernel>> kernels = plan.kernelsOfBulk();
        List<List<Launch>> steps = new ArrayList<>();
        int at = next;
        for (int step = 0; step < CounterSuite.STEPS; step++) {
            List<Launch> launches = new ArrayList<>();
            for (GpuKernel kernel : kernels.get(step % kernels.size())) {
                launches.add(launchOf(at++, kernel, plan));
            }
            steps.add(launches);
        }
        next = at;
        List<List<Launch>> counted = steps.subList(steps.size() - kernels.size(), steps.size());
        Iterator<GpuCounts> counts = GpuCounts.of(plan).iterator();
        Iterator<GpuDemand> demands = GpuDemand.of(plan).iterator();
        List<Map<String, Object>> rows = new ArrayList<>();
        boolean isInPlace = trial.pattern().copies() == 1;
        for (int phase = 0; phase < (isInPlace ? kernels.size() : 1); phase++) {
            Map<String, Object> row = words(trial, plan);
            row.put("phase", phase);
            Map<Quantity, Double> predicted = new EnumMap<>(Quantity.class);
            for (int kernel = 0; kernel < kernels.get(phase).size(); kernel++) {
                GpuCounts ofKernel = counts.next();
                GpuDemand demand = demands.next();
                for (Quantity quantity : Quantity.values()) {
                    predicted.merge(quantity, quantity.predicted.of(ofKernel, demand), Double::sum);
                }
            }
            compare(row, isInPlace ? List.of(counted.get(phase)) : counted, predicted);
            rows.add(row);
        }
        return rows;
    }

    private Launch launchOf(int number, GpuKernel kernel, GpuPlan plan) {
        LaunchShape shape = plan.shapeOf(kernel);
        String expected = "%s, grid (%d, %d, %d), block (%d, %d, %d)"
                .formatted(
                        kernel.function(),
                        shape.gridX(),
                        shape.gridY(),
                        shape.gridZ(),
                        shape.blockX(),
                        shape.blockY(),
                        shape.blockZ());
        String actual = number < report.launches().size()
                ? report.launches().get(number).words()
                : "missing: the report has %d launches"
                        .formatted(report.launches().size());
        if (!actual.equals(expected)) {
            throw new IllegalArgumentException(
                    "launch %d of the report is %s; this row launches %s. Profile `--suite %s` with the same `--rows`"
                            .formatted(number, actual, expected, CounterSuite.NAME));
        }
        return report.launches().get(number);
    }

    private static Map<String, Object> words(GpuTrial trial, GpuPlan plan) {
        Map<String, Object> row = trial.words(CounterSuite.NAME);
        GpuTrial.putLaunch(row, plan.tuning());
        row.put("fluid_nodes", plan.plan().fluidNodes());
        return row;
    }

    /// @param steps launches of each step that is counted
    private static void compare(Map<String, Object> row, List<List<Launch>> steps, Map<Quantity, Double> predictions) {
        double nodes = Page.number(row, "fluid_nodes");
        for (Quantity quantity : Quantity.values()) {
            double counted = mean(steps, quantity.counted) / nodes;
            double predicted = predictions.getOrDefault(quantity, Double.NaN);
            row.put(quantity.key(), Page.known(counted));
            row.put(quantity.key() + "_predicted", predicted);
            row.put(quantity.key() + "_error", Page.known(predicted / counted - 1));
        }
        row.put("dram_read_bytes", Page.known(mean(steps, launch -> launch.value("dram__bytes_read.sum")) / nodes));
        row.put("l2_read_bytes", Page.known(mean(steps, CounterRows::readFromL2) / nodes));
        double seconds = mean(steps, launch -> launch.value("gpu__time_duration.sum"));
        row.put("seconds", Page.known(seconds));
        row.put("mlups", Page.known(nodes / seconds * 1e-6));
    }

    private static double readFromL2(Launch launch) {
        return Sectors.BYTES * launch.value("lts__t_sectors_srcunit_tex_op_read.sum");
    }

    private static double mean(List<List<Launch>> steps, ToDoubleFunction<Launch> counted) {
        return steps.stream()
                .mapToDouble(launches -> launches.stream().mapToDouble(counted).sum())
                .average()
                .orElse(Double.NaN);
    }
}
