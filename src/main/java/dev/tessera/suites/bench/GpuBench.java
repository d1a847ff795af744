package dev.tessera.suites.bench;

import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.CopyBandwidth;
import dev.tessera.device.gpu.FunctionFacts;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuEvent;
import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.plan.GpuDemand;
import dev.tessera.solver.plan.GpuSpeed;
import dev.tessera.solver.plan.GpuSpeed.Steps;
import dev.tessera.solver.tune.LaunchChoice;
import dev.tessera.solver.tune.LaunchSearch;
import dev.tessera.solver.tune.TunedGpu;
import dev.tessera.solver.tune.TuningMemory;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Speed of one GPU: medians of launches that the device times. A row that fails contains the reason; other rows
/// are still measured.
final class GpuBench {
    private static final double LATTICE_VISCOSITY = 0.02;
    static final double SECONDS_PER_ROW = 1;
    private static final int MOST_STEPS = 100;
    private static final int LEAST_STEPS = 4;
    private static final int BATCHED_STEPS = 128;
    private static final long MOST_BOX_NODES = 50_000_000; // larger geometries are not kept for the next rows
    private static final long COPIED_BYTES = 2L << 30;

    private final GpuDevice device;
    private final Accelerator accelerator;
    private final GpuFacts facts;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final double secondsPerRow;
    private final @Nullable TuningMemory tunings;
    private final Map<String, NodeMap> geometries = new LinkedHashMap<>();
    private double copyGbPerS = Double.NaN;

    /// @param secondsPerRow time for repeated launches, a hundred at most
    /// @param tunings store of the tuner's launches; null: launches as the suite lists them
    GpuBench(
            GpuDevice device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            double secondsPerRow,
            @Nullable TuningMemory tunings) {
        this.device = device;
        this.accelerator = device.accelerator();
        this.facts = accelerator.facts();
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.secondsPerRow = secondsPerRow;
        this.tunings = tunings;
    }

    /// @param rowsSoFar receives all rows after each new one
    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(String suite, Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        rows.add(copyBandwidth());
        long start = nanoTime.getAsLong();
        Set<Map<String, Object>> tuned = new LinkedHashSet<>();
        List<GpuTrial> trials = GpuSuites.of(suite, facts).stream()
                .filter(trial -> trial.isWanted(wanted))
                .filter(trial -> !isTuned(trial) || tuned.add(trial.words(suite)))
                .toList();
        if (!trials.isEmpty()) { // rows of other kinds follow elsewhere
            progress.accept("suite %s: %d rows, about %.0f s on one H200"
                    .formatted(suite, trials.size(), SuiteTime.secondsOnOneH200(trials)));
        }
        for (GpuTrial trial : trials) {
            Map<String, Object> row = row(suite, trial);
            rows.add(row);
            String memory =
                    suite.equals(MemorySuite.NAME) && row.containsKey("driver_excess") ? MemorySuite.describe(row) : "";
            progress.accept(
                    "%4.0f s %s: %s%s".formatted((nanoTime.getAsLong() - start) * 1e-9, trial, describe(row), memory));
            addLimits(rows);
            rowsSoFar.accept(List.copyOf(rows));
        }
        return rows;
    }

    private boolean isTuned(GpuTrial trial) {
        return tunings != null && trial.canBeTuned();
    }

    private GpuExecution prepare(GpuTrial trial, StepPlan plan) {
        if (tunings == null || !isTuned(trial)) {
            return device.with(trial.tuning(), trial.form()).prepareWithout(trial.omitted(), plan);
        }
        return new TunedGpu(
                        device.with(null, StepForm.FUSED),
                        new LaunchChoice(new TuningChoice.Measured()),
                        OptionalLong.empty(),
                        tunings,
                        new LaunchSearch(nanoTime, TunedGpu.LIMIT_NANOS))
                .prepare(plan);
    }

    private static String describe(Map<String, Object> row) {
        return row.containsKey("error")
                ? "failed, " + row.get("error")
                : "%.0f MLUPS%s, %.0f GB/s, spread %.1f %%%s, %s B spilled"
                        .formatted(
                                Page.number(row, "mlups"),
                                row.containsKey("mlups_together")
                                        ? " (batched %.0f)".formatted(Page.number(row, "mlups_together"))
                                        : "",
                                Page.number(row, "gb_per_s"),
                                100 * Page.number(row, "spread"),
                                row.get("registers") == null ? "" : ", %s registers".formatted(row.get("registers")),
                                row.get("spill_bytes"));
    }

    private Map<String, Object> row(String suite, GpuTrial trial) {
        Map<String, Object> row = trial.words(suite);
        row.put("device", device.key());
        row.put("device_name", facts.name());
        row.put("threads", trial.tuning().threads());
        row.put("least_blocks", trial.tuning().blocks());
        row.put("layout", trial.layout());
        row.put("tile_order", trial.tuning().order().key());
        row.put("tile_lookup", trial.tuning().lookup().key());
        try {
            measure(trial, row);
            if (suite.equals(PaperSuite.NAME) && trial.addressing() instanceof Tiles tiles) {
                PaperFigures.published().compare(row, tiles.layout(), trial.tuning());
            } else if (suite.equals(PaperSuite.NAME)) {
                PaperFigures.published().compareStorage(row);
            }
        } catch (RuntimeException | LinkageError | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
        return row;
    }

    private void measure(GpuTrial trial, Map<String, Object> row) {
        if (!geometries.containsKey(trial.geometry().key()) && boxNodes() > MOST_BOX_NODES) {
            geometries.clear();
        }
        NodeMap nodes = geometries.computeIfAbsent(
                trial.geometry().key(), key -> trial.geometry().make(workers));
        StepPlan plan = trial.stepPlan(nodes, ArraySpacing.of(trial.precision().storedBytes(), device.isGpu()));
        OptionalLong freeBefore = accelerator.freeBytes();
        long prepared = nanoTime.getAsLong();
        try (GpuExecution run = prepare(trial, plan)) {
            row.put("prepare_s", (nanoTime.getAsLong() - prepared) * 1e-9);
            row.put("launch", isTuned(trial) ? "tuned" : "listed");
            GpuTrial.putLaunch(row, run.tuning());
            row.put("tile_order", run.tuning().order().key());
            row.put("memory_bytes", run.memoryBytes());
            record(row, run.bulkFacts());
            if (trial.collision() == null) {
                run.setParameter("scale", 1);
            } else {
                trial.collision().rates(trial.lattice(), LATTICE_VISCOSITY).forEach(run::setParameter);
            }
            if (trial.collision() != null) {
                new MovingLid(nodes).move(run, trial.lattice());
            }
            run.repeatPopulations(nearRest(trial, run.chunk()));
            boolean isCounted = CounterSuite.NAME.equals(row.get("suite"));
            double[] seconds = isCounted ? counted(run) : timed(run);
            row.put("occupancy", Page.known(run.bulkOccupancy()));
            TileFit.put(row, trial, plan.storage());
            speeds(row, trial, run, seconds, new MemorySuite.Free(freeBefore, accelerator.freeBytes()));
            PaperModel.bandwidthOverhead(plan.storage(), trial.form())
                    .ifPresent(beyond -> row.put("model_fraction", 1 / (1 + beyond)));
            LaunchHistogram.keep(row, seconds);
            double[] sorted = seconds.clone();
            Arrays.sort(sorted);
            row.put("seconds", Arrays.stream(seconds).sum());
            row.put("repeats", seconds.length);
            row.put(
                    "spread",
                    (sorted[sorted.length * 9 / 10] - sorted[sorted.length / 10]) / sorted[sorted.length / 2]);
        }
    }

    /// @param seconds of each step, from phase 0 on
    private void speeds(
            Map<String, Object> row, GpuTrial trial, GpuExecution run, double[] seconds, MemorySuite.Free free) {
        long fluid = run.plan().plan().fluidNodes();
        double even = medianOf(seconds, 0);
        double odd = medianOf(seconds, 1);
        double bytes = 2.0 * trial.lattice().size() * trial.precision().storedBytes();
        double mlups = fluid / ((even + odd) / 2) * 1e-6;
        row.put("mlups", mlups);
        MemorySuite.judge(row, free);
        boolean isCounted = CounterSuite.NAME.equals(row.get("suite"));
        if (!isCounted && run.stepsBatched() && 2 * BATCHED_STEPS * (even + odd) / 2 < secondsPerRow) {
            row.put("mlups_together", fluid / secondsBatched(run) * 1e-6);
        }
        row.put("phase_mlups", List.of(fluid / even * 1e-6, fluid / odd * 1e-6));
        row.put("bytes_per_update", bytes);
        row.put("gb_per_s", mlups * bytes * 1e-3);
        row.put(
                "sheet_fraction",
                facts.sheetGbPerS().isPresent()
                        ? mlups * bytes * 1e-3 / facts.sheetGbPerS().getAsDouble()
                        : null);
        row.put("predicted_mlups", predicted(run, Steps.SINGLE));
        if (row.containsKey("mlups_together")) {
            row.put("predicted_mlups_together", predicted(run, Steps.TOGETHER));
        }
    }

    private long boxNodes() {
        return geometries.values().stream()
                .mapToLong(nodes -> nodes.box().size())
                .sum();
    }

    /// Prediction of the planner with the compiler's numbers of registers and spilled bytes; null if the
    /// bandwidth could not be measured.
    private @Nullable Double predicted(GpuExecution run, Steps steps) {
        if (Double.isNaN(copyGbPerS)) {
            return null;
        }
        List<GpuDemand> kernels = GpuDemand.of(
                run.plan(),
                run.bulkFacts().stream()
                        .flatMapToInt(f -> f.registers().stream())
                        .max()
                        .orElse(0),
                run.bulkFacts().stream()
                        .mapToLong(FunctionFacts::spillBytes)
                        .max()
                        .orElse(0));
        return GpuSpeed.measured(facts, copyGbPerS)
                .mlups(
                        kernels,
                        run.plan().kernelsOfBulk().size(),
                        run.plan().plan().fluidNodes(),
                        steps);
    }

    private static void record(Map<String, Object> row, List<FunctionFacts> facts) {
        IntSummaryStatistics registers =
                facts.stream().flatMapToInt(f -> f.registers().stream()).summaryStatistics();
        row.put("registers", registers.getCount() > 0 ? registers.getMax() : null); // not reported by OpenCL
        row.put(
                "spill_bytes",
                facts.stream().mapToLong(FunctionFacts::spillBytes).max().orElse(-1));
    }

    /// Rest with a small density wave, `[count][q]`: no value is trivial or denormal.
    private static double[] nearRest(GpuTrial trial, int count) {
        int q = trial.lattice().size();
        double[] f = new double[count * q];
        for (int n = 0; n < count; n++) {
            double rho = (trial.precision().storesDeviations() ? 0 : 1) + 1e-3 * (n % 97) / 97.0;
            for (int i = 0; i < q; i++) {
                f[n * q + i] = rho * trial.lattice().weight(i).toDouble();
            }
        }
        return f;
    }

    /// Seconds of each of an even number of steps, from phase 0 on.
    private double[] timed(GpuExecution run) {
        run.step(2);
        double first = elapsed(run, 2)[1];
        int steps = 2 * Math.clamp((long) (secondsPerRow / first / 2), LEAST_STEPS / 2, MOST_STEPS / 2);
        return elapsed(run, steps);
    }

    /// The number of steps that [CounterRows] expects.
    private double[] counted(GpuExecution run) {
        run.step(2);
        return elapsed(run, CounterSuite.STEPS - 2);
    }

    /// Seconds per batched step, as in a run: small cases then do not wait for launches.
    private double secondsBatched(GpuExecution run) {
        run.step(BATCHED_STEPS); // records the graph
        try (GpuEvent start = accelerator.record()) {
            run.step(BATCHED_STEPS);
            try (GpuEvent end = accelerator.record()) {
                return accelerator.elapsedSeconds(start, end) / BATCHED_STEPS;
            }
        }
    }

    private double[] elapsed(GpuExecution run, int steps) {
        List<GpuEvent> events = new ArrayList<>();
        try {
            events.add(accelerator.record());
            for (int step = 0; step < steps; step++) {
                run.step(1);
                events.add(accelerator.record());
            }
            double[] seconds = new double[steps];
            for (int step = 0; step < steps; step++) {
                seconds[step] = accelerator.elapsedSeconds(events.get(step), events.get(step + 1));
            }
            return seconds;
        } finally {
            events.forEach(GpuEvent::close);
        }
    }

    private static double medianOf(double[] seconds, int phase) {
        double[] ofPhase = new double[seconds.length / 2];
        for (int i = 0; i < ofPhase.length; i++) {
            ofPhase[i] = seconds[2 * i + phase];
        }
        Arrays.sort(ofPhase);
        return ofPhase[ofPhase.length / 2];
    }

    private Map<String, Object> copyBandwidth() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", "bandwidth");
        row.put("geometry", "copy");
        row.put("device", device.key());
        row.put("device_name", facts.name());
        long bytes = Math.min(COPIED_BYTES, facts.largestBufferBytes() / 8);
        try {
            copyGbPerS = CopyBandwidth.gbPerS(accelerator, bytes);
            row.put("gb_per_s", copyGbPerS);
        } catch (RuntimeException failure) {
            row.put("error", String.valueOf(failure.getMessage()));
        }
        return row;
    }

    /// Adds the limit of each row's lattice by the fastest read/write-only kernel of its precision on the full
    /// box, and the limit of its storage.
    private static void addLimits(List<Map<String, Object>> rows) {
        for (Map<String, Object> row : rows) {
            if (!row.containsKey("mlups")) {
                continue;
            }
            double limit = best(rows, row, "gb_per_s", List.of("precision"), true)
                    * 1e3
                    / Page.number(row, "bytes_per_update");
            double storageLimit =
                    best(rows, row, "mlups", List.of("precision", "geometry", "storage", "copies"), false);
            double mlups = Page.number(row, "mlups");
            row.put("limit_mlups", Page.known(limit));
            row.put("limit_fraction", Page.known(mlups / limit));
            row.put("storage_limit_mlups", Page.known(storageLimit));
        }
    }

    private static double best(
            List<Map<String, Object>> rows,
            Map<String, Object> like,
            String what,
            List<String> keys,
            boolean isFullBox) {
        return rows.stream()
                .filter(row -> "read-write".equals(row.get("kernel")) && row.containsKey("mlups"))
                .filter(row -> !isFullBox || "full-box".equals(row.get("geometry")))
                .filter(row -> keys.stream().allMatch(key -> Objects.equals(row.get(key), like.get(key))))
                .mapToDouble(row -> Page.number(row, what))
                .max()
                .orElse(Double.NaN);
    }
}
