package dev.tessera.suites.bench;

import dev.tessera.cluster.CommunicationModel;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.cluster.PartedExecution;
import dev.tessera.cluster.Traffic;
import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.solver.Ledger;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.tune.LaunchChoice;
import dev.tessera.solver.tune.TunedGpu;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/// How the speed grows with the number of devices: each case on the first device alone and on all of them (D3Q19, BGK),
/// by the host's clock, with what the devices exchange and how long the cost model expects that to take.
final class ScalingSuite {
    static final String NAME = "scaling";

    private static final int REPEATS = 5;
    private static final int LEAST_STEPS = 4;

    private final PartedDevice devices;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final double size;
    private final double secondsPerRepeat;
    private final Map<String, Measured> onOne = new LinkedHashMap<>();
    private final Map<String, NodeMap> geometries = new LinkedHashMap<>();
    private final Map<NodeMap, Cut> cuts = new IdentityHashMap<>(); // of the geometries that are kept

    /// A measured case.
    ///
    /// @param spread of the repeats, as a fraction of the median
    private record Measured(long nodes, double secondsPerStep, double spread, long memoryBytes, Traffic traffic) {
        double mlups() {
            return nodes / secondsPerStep * 1e-6;
        }
    }

    /// @param size factor for the lengths of all geometries
    ScalingSuite(
            PartedDevice devices,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            double size,
            double secondsPerRepeat) {
        this.workers = workers;
        this.devices = new PartedDevice(
                devices.devices(), (nodes, parts, pool) -> cut(nodes).parts(nodes, pool), workers);
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.size = size;
        this.secondsPerRepeat = secondsPerRepeat;
    }

    /// 1 if all devices are GPUs, an eighth of all lengths otherwise.
    static double usualSize(PartedDevice devices) {
        boolean areLarge = devices.devices().stream().allMatch(GpuDevice::isRealGpu);
        return areLarge ? 1 : 0.125;
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ScalingTrial trial : ScalingTrial.all(devices.devices().size(), size)) {
            if (wanted.test(trial.toString())) {
                rows.add(row(trial));
                progress.accept(describe(trial, rows.getLast()));
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }

    private static String describe(ScalingTrial trial, Map<String, Object> row) {
        return row.containsKey("error")
                ? "%s failed: %s".formatted(trial, row.get("error"))
                : "%s: %.0f MLUPS, %.0f on one device, efficiency %.3f (predicted %.3f)"
                        .formatted(
                                trial,
                                Page.number(row, "mlups"),
                                Page.number(row, "one_device_mlups"),
                                Page.number(row, "efficiency"),
                                Page.number(row, "predicted_efficiency"));
    }

    private Map<String, Object> row(ScalingTrial trial) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", trial.all().key());
        row.put("kernel", trial.kind().key());
        row.put("direct", trial.direct().name().toLowerCase(Locale.ROOT));
        SlowFlow.describe(row, trial.precision(), trial.pattern(), trial.addressing());
        row.put("device", devices.key());
        row.put("device_name", devices.facts().name());
        row.put("devices", devices.devices().size());
        try {
            Measured one = onOne(trial, trial.one());
            Measured all = measure(trial, trial.all(), devices.with(trial.direct()));
            put(row, one, all);
            trial.part().ifPresent(part -> putPart(row, onOne(trial, part), all));
            putCut(row, trial, one, all);
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
        return row;
    }

    private Measured onOne(ScalingTrial trial, BenchGeometry geometry) {
        Measured known = onOne.get(trial.onOne(geometry));
        if (known == null) {
            known = measure(trial, geometry, devices.devices().getFirst());
            onOne.put(trial.onOne(geometry), known);
        }
        return known;
    }

    /// The speed of one device on a part's number of nodes: what is lost beside it is lost by dividing the case.
    private void putPart(Map<String, Object> row, Measured part, Measured all) {
        row.put("part_nodes", part.nodes());
        row.put("part_mlups", part.mlups());
        row.put("efficiency_of_part", all.mlups() / (devices.devices().size() * part.mlups()));
    }

    private void put(Map<String, Object> row, Measured one, Measured all) {
        int count = devices.devices().size();
        double speed = one.mlups();
        row.put("fluid_nodes", all.nodes());
        row.put("mlups", all.mlups());
        row.put("one_device_nodes", one.nodes());
        row.put("one_device_mlups", speed);
        row.put("efficiency", all.mlups() / (count * speed));
        row.put("step_s", all.secondsPerStep());
        row.put("messages", all.traffic().messages());
        row.put("bytes_exchanged", all.traffic().bytesPerStep());
        row.put("memory_bytes", all.memoryBytes());
        row.put("repeats", REPEATS);
        row.put("spread", all.spread());
        row.put("one_device_spread", one.spread());
    }

    /// The cut, and the efficiency that the cost model predicts for it from the speed of one device.
    private void putCut(Map<String, Object> row, ScalingTrial trial, Measured one, Measured all) {
        int count = devices.devices().size();
        Cut cut = cut(nodes(trial.all()));
        double[] nodeS = new double[count];
        Arrays.fill(nodeS, 1e-6 / one.mlups());
        CommunicationModel model = CommunicationModel.usual(devices.isGpu());
        StepCosts costs = model.costs(
                nodeS, trial.precision().storedBytes(), trial.addressing().equals(new Dense()));
        double seconds = model.stepS(costs, cut.sizes());
        row.put("cut_method", cut.method());
        row.put("cut_links", cut.links());
        row.put("imbalance", cut.imbalance());
        row.put("most_edge_nodes", most(cut, PartSize::edgeNodes));
        row.put("most_scattered_nodes", most(cut, PartSize::scatteredNodes));
        row.put("predicted_step_s", seconds);
        row.put("predicted_efficiency", all.nodes() * nodeS[0] / (count * seconds));
    }

    private static long most(Cut cut, ToLongFunction<PartSize> count) {
        return cut.sizes().stream().mapToLong(count).max().orElseThrow();
    }

    private Measured measure(ScalingTrial trial, BenchGeometry geometry, Device device) {
        NodeMap nodes = nodes(geometry);
        try (Execution run =
                SlowFlow.on(tuned(device), nodes, geometry, trial.precision(), trial.pattern(), trial.addressing())) {
            timed(run, LEAST_STEPS);
            double first = timed(run, LEAST_STEPS) / LEAST_STEPS;
            int steps = 2 * (int) Math.clamp(secondsPerRepeat / first / 2, LEAST_STEPS / 2, 1e6);
            double[] seconds = new double[REPEATS];
            timed(run, steps);
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                seconds[repeat] = timed(run, steps) / steps;
            }
            Arrays.sort(seconds);
            double median = seconds[REPEATS / 2];
            return new Measured(
                    nodes.fluid().count(),
                    median,
                    (seconds[REPEATS - 1] - seconds[0]) / median,
                    run.memoryBytes(),
                    run instanceof PartedExecution parts ? parts.traffic() : Traffic.NONE);
        }
    }

    private Cut cut(NodeMap nodes) {
        return cuts.computeIfAbsent(
                nodes,
                of -> PartedDevice.Division.balanced().cut(of, devices.devices().size(), workers));
    }

    /// Keeps the last two geometries: that of one device and that of all.
    private NodeMap nodes(BenchGeometry geometry) {
        NodeMap known = geometries.get(geometry.key());
        if (known == null) {
            if (geometries.size() > 1) {
                geometries.clear();
                cuts.clear();
            }
            known = geometry.make(workers);
            geometries.put(geometry.key(), known);
        }
        return known;
    }

    private Device tuned(Device device) {
        return launches == Launches.LISTED
                ? device
                : TunedGpu.around(
                        device,
                        new LaunchChoice(new TuningChoice.Measured()),
                        OptionalLong::empty,
                        Ledger.withoutClock());
    }

    private double timed(Execution run, int steps) {
        return SlowFlow.seconds(run, steps, nanoTime);
    }
}
