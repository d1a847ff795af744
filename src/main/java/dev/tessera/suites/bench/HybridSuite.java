package dev.tessera.suites.bench;

import dev.tessera.cluster.BalancedExecution;
import dev.tessera.cluster.MemorySpeeds;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.suites.Page;
import dev.tessera.suites.generator.TunedVessel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Devices of unequal speed together, against each of them alone (D3Q19, BGK), by the host's clock: parts begin with
/// the speeds that a run expects, find their sizes, then all runs alternate.
final class HybridSuite {
    static final String NAME = "hybrid";

    private static final int REPEATS = 10;
    private static final int LEAST_STEPS = 4;
    private static final double LONGEST_BALANCING = 60; // in repeats
    private static final double VESSEL_MILLIONS = 14.8; // fluid nodes of the vessel at its usual spacing
    private static final double MILLIONS = 102;

    private final PartedDevice devices;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final double size;
    private final double secondsPerRepeat;

    private record Trial(BenchGeometry geometry, Precision precision, StreamingPattern pattern, Addressing addressing) {
        @Override
        public String toString() {
            return "%s %s %s %s".formatted(geometry.key(), precision.key(), pattern.key(), addressing.key());
        }
    }

    /// @param size factor for the lengths of all geometries; 1 has about a hundred million fluid nodes
    HybridSuite(
            PartedDevice devices,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            double size,
            double secondsPerRepeat) {
        this.devices = devices;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.size = size;
        this.secondsPerRepeat = secondsPerRepeat;
    }

    /// 1 if there is a GPU, a quarter of all lengths otherwise.
    static double usualSize(PartedDevice devices) {
        boolean isLarge = devices.devices().stream().anyMatch(GpuDevice::isRealGpu);
        return isLarge ? 1 : 0.25;
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Trial trial : trials()) {
            if (wanted.test(trial.toString())) {
                rows.add(row(trial));
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }

    private List<Trial> trials() {
        int edge = Math.max(16, (int) Math.round(size * Math.cbrt(MILLIONS * 1e6)));
        BenchGeometry box = BenchGeometry.periodicBox(edge, edge, edge);
        BenchGeometry vessel =
                BenchGeometry.finer(TunedVessel.aneurysm(), size * Math.cbrt(MILLIONS / VESSEL_MILLIONS));
        List<Trial> trials = new ArrayList<>();
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            trials.add(new Trial(box, precision, new AaPattern(), new Dense()));
            trials.add(new Trial(vessel, precision, new AaPattern(), CompactTiles.forCpu()));
        }
        return trials;
    }

    private Map<String, Object> row(Trial trial) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", trial.geometry().key());
        SlowFlow.describe(row, trial.precision(), trial.pattern(), trial.addressing());
        row.put("device", devices.key());
        row.put("threads", workers.getParallelism());
        List<Execution> runs = new ArrayList<>(); // all devices together, then each alone
        try {
            NodeMap nodes = trial.geometry().make(workers);
            for (Device device : devices.devices()) {
                runs.add(start(trial, nodes, device));
            }
            var expected = new MemorySpeeds(devices.devices(), workers, nanoTime);
            runs.addFirst(start(trial, nodes, devices.balancing(nanoTime, expected)));
            balance((BalancedExecution) runs.getFirst());
            measure(row, nodes.fluid().count(), runs);
            progress.accept(describe(trial, row));
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
            progress.accept("%s failed: %s".formatted(trial, row.get("error")));
        } finally {
            runs.forEach(Execution::close);
        }
        return row;
    }

    private static String describe(Trial trial, Map<String, Object> row) {
        return "%s: %.0f MLUPS together, alone %s; %.3f of the fastest, %.3f of their sum, shares %s; a step takes %.3g ms, its parts %s ms"
                .formatted(
                        trial,
                        Page.number(row, "mlups"),
                        row.get("alone_mlups"),
                        Page.number(row, "gain"),
                        Page.number(row, "efficiency"),
                        row.get("shares"),
                        Page.number(row, "step_ms"),
                        row.get("part_ms"));
    }

    private static Execution start(Trial trial, NodeMap nodes, Device device) {
        return SlowFlow.on(
                device,
                nodes,
                trial.geometry(),
                trial.precision(),
                trial.pattern(),
                trial.addressing().shapedFor(device.isGpu()));
    }

    /// An even number of steps that take about as long as a repeat.
    private int steps(Execution run) {
        double first = timed(run, 2 * LEAST_STEPS) / (2 * LEAST_STEPS);
        return 2 * (int) Math.clamp(secondsPerRepeat / first / 2, LEAST_STEPS / 2, 1e6);
    }

    /// Runs steps until measurements find no better parts.
    private void balance(BalancedExecution run) {
        long start = nanoTime.getAsLong();
        do {
            run.step(2 * LEAST_STEPS);
        } while ((!run.isBalanced() || !run.isSettled())
                && (nanoTime.getAsLong() - start) * 1e-9 < LONGEST_BALANCING * secondsPerRepeat);
    }

    private void measure(Map<String, Object> row, long nodes, List<Execution> runs) {
        int[] steps = new int[runs.size()];
        for (int k = 0; k < steps.length; k++) {
            steps[k] = steps(runs.get(k));
        }
        double[][] seconds = new double[steps.length][REPEATS];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (int k = 0; k < steps.length; k++) {
                seconds[k][repeat] = timed(runs.get(k), steps[k]) / steps[k];
            }
        }
        double[] mlups = Arrays.stream(seconds)
                .mapToDouble(each -> nodes / median(each) * 1e-6)
                .toArray();
        double[] alone = Arrays.copyOfRange(mlups, 1, mlups.length);
        row.put("fluid_nodes", nodes);
        row.put("mlups", mlups[0]);
        row.put("alone_mlups", list(alone));
        row.put("gain", mlups[0] / Arrays.stream(alone).max().orElseThrow());
        row.put("efficiency", mlups[0] / Arrays.stream(alone).sum());
        BalancedExecution together = (BalancedExecution) runs.getFirst();
        row.put("shares", list(together.shares()));
        row.put("step_ms", nodes / mlups[0] * 1e-3);
        row.put("part_ms", list(together.partMillis()));
        row.put("exchanged_bytes", together.traffic().bytesPerStep());
        row.put("repeats", REPEATS);
        row.put("spread", (seconds[0][REPEATS - 1] - seconds[0][0]) / median(seconds[0]));
    }

    private static List<Double> list(double[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(k -> Math.round(values[k] * 1e4) / 1e4)
                .toList();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private double timed(Execution run, int steps) {
        return SlowFlow.seconds(run, steps, nanoTime);
    }
}
