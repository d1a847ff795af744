package dev.tessera.suites.bench;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.solver.tune.TuningMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The bench suites: [CpuBench] and [GpuBench] time kernels, [StepSuite] whole simulations, [RunSuite] whole
/// processes; suites that need no device run here.
public final class Bench {
    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final List<String> program;
    private static final double SECONDS_PER_STEP_ROW = 0.5;
    private static final int NODES_OF_SIDES = 256; // along each edge
    private static final int NODES_OF_INTRINSICS = 256; // along each edge
    private static final int STEPS_PER_INTRINSICS_REPEAT = 100;
    private static final double SECONDS_PER_THESIS_ROW = 0.25;
    /// The suite for hardware counters of a profiler.
    public static final String COUNTERS = CounterSuite.NAME;

    /// Receives all rows after each new one.
    @FunctionalInterface
    public interface RowsSoFar {
        void accept(List<Map<String, Object>> rows) throws IOException;
    }

    /// @param progress receives one line per row
    /// @param wanted selects rows by their words: `full-box step dense pull bgk fp64 …`
    /// @param launches how a GPU's kernels are launched
    /// @param program the command that starts this program, for suite `run`
    public Bench(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            List<String> program) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.program = List.copyOf(program);
    }

    /// Keys of the suites, the default first; suites for GPUs only are last.
    public static List<String> suites() {
        return Stream.of(
                        CpuBench.KEYS,
                        List.of(
                                StepSuite.NAME,
                                ScalingSuite.NAME,
                                HybridSuite.NAME,
                                CoProcessorSuite.NAME,
                                ThesisSuite.NAME,
                                RunSuite.NAME,
                                OverheadSuite.NAME,
                                OffsetSuite.NAME),
                        GpuSuites.keys(),
                        List.of(SideSuite.NAME, IntrinsicsSuite.NAME))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    /// Runs a suite.
    /// @param rowsSoFar receives all rows after each new one
    /// @return rows as `bench --json` writes them; one with the key `error` failed
    /// @throws IllegalArgumentException for an unknown suite; lists the known ones
    public List<Map<String, Object>> run(String suite, RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> all = rows(suite, rowsSoFar);
        rowsSoFar.accept(all);
        return all;
    }

    /// Compares a profiler's counters of suite `counters` with predictions; nothing runs.
    /// @param report output of `ncu --csv --page raw` for the same rows
    /// @return rows as `bench --json` writes them; one with the key `error` was not found in the report
    /// @throws IllegalArgumentException if the file is not such a report
    public static List<Map<String, Object>> compare(
            Path report, ForkJoinPool workers, Predicate<String> wanted, RowsSoFar rowsSoFar) throws IOException {
        CounterRows counted = new CounterRows(NcuReport.read(report));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (GpuTrial trial : CounterSuite.trials(true)) {
            if (!trial.isWanted(wanted)) {
                continue;
            }
            try {
                rows.addAll(counted.of(trial, workers));
            } catch (IllegalArgumentException unknown) {
                Map<String, Object> row = trial.words(CounterSuite.NAME);
                row.put("error", String.valueOf(unknown.getMessage()));
                rows.add(row);
            }
            rowsSoFar.accept(List.copyOf(rows));
        }
        return rows;
    }

    private List<Map<String, Object>> rows(String suite, RowsSoFar rowsSoFar) throws IOException {
        if (suite.equals(FlowSuite.NAME)) {
            List<Map<String, Object>> ofKernels = ofKernels(suite, rowsSoFar);
            List<Map<String, Object>> rows = new ArrayList<>(ofKernels);
            rows.addAll(new FlowSuite(
                            device, workers, nanoTime, progress, wanted, launches, FlowSuite.Sizes.usual(device))
                    .run(flows -> rowsSoFar.accept(
                            Stream.concat(ofKernels.stream(), flows.stream()).toList())));
            return rows;
        }
        if (!suites().contains(suite)) {
            throw new IllegalArgumentException(
                    "unknown bench suite %s; known are %s".formatted(suite, String.join(", ", suites())));
        }
        if (suite.equals(OverheadSuite.NAME)) {
            return overheads(rowsSoFar);
        }
        if (suite.equals(OffsetSuite.NAME)) {
            return offsets(rowsSoFar);
        }
        if (suite.equals(StepSuite.NAME)) {
            return new StepSuite(
                            device,
                            workers,
                            nanoTime,
                            progress,
                            wanted,
                            launches,
                            StepSuite.usualSpacingsM(device),
                            SECONDS_PER_STEP_ROW)
                    .run(rowsSoFar);
        }
        if (suite.equals(ScalingSuite.NAME)) {
            return scaling().run(rowsSoFar);
        }
        if (suite.equals(HybridSuite.NAME)) {
            PartedDevice devices = parted();
            return new HybridSuite(
                            devices,
                            workers,
                            nanoTime,
                            progress,
                            wanted,
                            HybridSuite.usualSize(devices),
                            SECONDS_PER_STEP_ROW)
                    .run(rowsSoFar);
        }
        if (suite.equals(CoProcessorSuite.NAME)) {
            return coProcessor().run(rowsSoFar);
        }
        if (suite.equals(ThesisSuite.NAME)) {
            return new ThesisSuite(lab(), progress, wanted).run(rowsSoFar);
        }
        if (suite.equals(RunSuite.NAME)) {
            return new RunSuite(device, program, nanoTime, progress, wanted, RunSuite.usual(device)).run(rowsSoFar);
        }
        if (device instanceof GpuDevice gpu && suite.equals(SideSuite.NAME)) {
            return new SideSuite(
                            gpu, workers, nanoTime, progress, wanted, launches, NODES_OF_SIDES, SECONDS_PER_STEP_ROW)
                    .run(rowsSoFar);
        }
        if (device instanceof GpuDevice gpu && suite.equals(IntrinsicsSuite.NAME)) {
            return new IntrinsicsSuite(
                            gpu,
                            workers,
                            nanoTime,
                            progress,
                            wanted,
                            launches,
                            NODES_OF_INTRINSICS,
                            STEPS_PER_INTRINSICS_REPEAT)
                    .run(rowsSoFar);
        }
        return ofKernels(suite, rowsSoFar);
    }

    /// Rows that launch kernels without a simulation.
    private List<Map<String, Object>> ofKernels(String suite, RowsSoFar rowsSoFar) throws IOException {
        if (device instanceof GpuDevice gpu && !suite.equals("geometry")) {
            return new GpuBench(
                            gpu,
                            workers,
                            nanoTime,
                            progress,
                            wanted,
                            GpuBench.SECONDS_PER_ROW,
                            launches == Launches.TUNED ? TuningMemory.ofUser() : null)
                    .run(suite.equals("cpu") ? "gpu-quick" : suite, rowsSoFar);
        }
        if (!CpuBench.KEYS.contains(suite)) {
            throw new UnfitSuiteException(
                    "this suite measures GPUs, not %s; add --device cuda:0 or opencl:0.".formatted(device.key()));
        }
        return new CpuBench(device, workers, nanoTime, progress, wanted, rowsSoFar).run(suite);
    }

    private ScalingSuite scaling() {
        PartedDevice devices = parted();
        return new ScalingSuite(
                devices,
                workers,
                nanoTime,
                progress,
                wanted,
                launches,
                ScalingSuite.usualSize(devices),
                SECONDS_PER_STEP_ROW);
    }

    private CoProcessorSuite coProcessor() {
        return new CoProcessorSuite(
                coProcessorDevice(),
                workers,
                nanoTime,
                progress,
                wanted,
                CoProcessorSuite.Sizes.usual(),
                SECONDS_PER_STEP_ROW);
    }

    private ThesisSuite.Lab lab() {
        return new ThesisSuite.Lab(
                coProcessorDevice(),
                workers,
                nanoTime,
                ThesisSizes.usual(GpuDevice.isRealGpu(device)),
                SECONDS_PER_THESIS_ROW);
    }

    private Device coProcessorDevice() {
        if (device instanceof PartedDevice) {
            throw new UnfitSuiteException(
                    "a co-processor is one device, not %s; name one of them, for example --device %s."
                            .formatted(device.key(), device.key().split("[,-]", 2)[0]));
        }
        return device;
    }

    private PartedDevice parted() {
        if (device instanceof PartedDevice devices) {
            return devices;
        }
        throw new UnfitSuiteException(
                "this suite compares several devices with one, but got %s alone; add for example --device cuda:0-1 or cpu:jvm,opencl:0."
                        .formatted(device.key()));
    }

    private List<Map<String, Object>> overheads(RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (BenchGeometry geometry : OverheadSuite.geometries()) {
            if (wanted.test(geometry.key() + " model")) {
                rows.add(OverheadSuite.row(geometry, workers));
                progress.accept(OverheadSuite.line(rows.getLast()));
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }

    private List<Map<String, Object>> offsets(RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int width = OffsetSuite.LEAST_WIDTH; width <= OffsetSuite.MOST_WIDTH; width++) {
            if (wanted.test("width-%d tiling".formatted(width))) {
                rows.add(OffsetSuite.row(width));
                progress.accept(OffsetSuite.line(rows.getLast()));
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }
}
