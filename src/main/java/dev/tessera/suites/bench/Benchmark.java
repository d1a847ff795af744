package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.plan.SpeedModel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures one kernel on one geometry in one storage: the median of repeated runs of several steps.
final class Benchmark {
    private static final Logger LOG = LoggerFactory.getLogger(Benchmark.class);
    private static final double LATTICE_VISCOSITY = 0.02;
    private static final double WARM_UP_S = 2;
    private static final double LONGEST_WARM_UP_S = 12;
    private final Device device;
    private final LongSupplier nanoTime;
    private final double secondsPerRepeat;
    private final int repeats;
    private final MemoryBandwidth bandwidth;
    private final ForkJoinPool workers;

    /// @param secondsPerRepeat duration of one repeat
    /// @param bandwidth of this run, for predictions
    Benchmark(
            Device device,
            LongSupplier nanoTime,
            double secondsPerRepeat,
            int repeats,
            MemoryBandwidth bandwidth,
            ForkJoinPool workers) {
        this.device = device;
        this.nanoTime = nanoTime;
        this.secondsPerRepeat = secondsPerRepeat;
        this.repeats = repeats;
        this.bandwidth = bandwidth;
        this.workers = workers;
    }

    /// The kernel and storage to measure.
    /// @param collision null for a kernel that reads and writes every population and does nothing else
    record Subject(
            VelocitySet lattice,
            @Nullable Collision collision,
            Equilibrium equilibrium,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing) {}

    BenchRow measure(String suite, String geometry, NodeMap nodes, Subject subject) {
        StorageLayout storage = StorageLayout.of(
                subject.lattice(),
                subject.pattern(),
                subject.addressing(),
                nodes,
                ArraySpacing.of(subject.precision().storedBytes(), device.isGpu()));
        StepPlan plan = new StepPlan(nodes, storage, List.of(bulk(subject)), subject.precision());
        try (Execution execution = device.prepare(plan)) {
            atRest(execution, subject, nodes.fluid().count());
            long steps = calibrate(execution, subject);
            double[] seconds = new double[repeats];
            for (int repeat = 0; repeat < repeats; repeat++) {
                seconds[repeat] = timed(execution, subject, steps);
            }
            Arrays.sort(seconds);
            double median = seconds[repeats / 2];
            return new BenchRow(
                    suite,
                    geometry,
                    subject.collision() == null ? "read-write" : "step",
                    subject.addressing().key(),
                    subject.pattern().key(),
                    subject.lattice().name(),
                    subject.collision() == null ? "" : subject.collision().key(),
                    subject.collision() == null ? "" : subject.equilibrium().key(),
                    subject.precision().key(),
                    device.key(),
                    nodes.fluid().count(),
                    storage.placement().utilisation(),
                    nodes.fluid().count() * (double) steps / median * 1e-6,
                    2.0 * subject.lattice().size() * subject.precision().storedBytes(),
                    execution.memoryBytes(),
                    Arrays.stream(seconds).sum(),
                    repeats,
                    (seconds[repeats - 1] - seconds[0]) / median,
                    predicted(plan, storage, subject));
        }
    }

    private @Nullable Double predicted(StepPlan plan, StorageLayout storage, Subject subject) {
        if (subject.collision() == null || !device.key().startsWith("cpu:")) {
            return null;
        }
        LanePlan lanes = LanePlan.of(plan, workers.getParallelism(), workers);
        return new SpeedModel(bandwidth, workers.getParallelism()).mlups(storage, subject.precision(), lanes);
    }

    private static NodeClass bulk(Subject subject) {
        if (subject.collision() == null) {
            return NodeClass.bulk(ReadWrite.kernel(subject.lattice()), ReadWrite.reading(subject.lattice()), List.of());
        }
        StepKernels kernels = StepKernels.bulk(new FluidModel(
                subject.lattice(), subject.equilibrium(), subject.collision(), FluidModel.BodyForce.NONE));
        return NodeClass.bulk(kernels.step(), kernels.observe(), List.of());
    }

    /// Sets a state of rest with a small density wave: no value is trivial or denormal.
    private static void atRest(Execution execution, Subject subject, long count) {
        if (subject.collision() != null) {
            subject.collision().rates(subject.lattice(), LATTICE_VISCOSITY).forEach(execution::setParameter);
        }
        int q = subject.lattice().size();
        int chunk = 16384;
        double[] f = new double[chunk * q];
        for (long first = 0; first < count; first += chunk) {
            int here = (int) Math.min(chunk, count - first);
            for (int n = 0; n < here; n++) {
                double rho = (subject.precision().storesDeviations() ? 0 : 1) + 1e-3 * ((first + n) % 97) / 97.0;
                for (int i = 0; i < q; i++) {
                    f[n * q + i] = rho * subject.lattice().weight(i).toDouble();
                }
            }
            execution.writePopulations(first, here, f);
        }
    }

    /// An even number of steps (patterns have up to two phases) that takes about the requested time. Warms up
    /// first: the JVM switches to vector kernels while steps run, so this repeats until it has, for some
    /// seconds, and until two measurements agree.
    private long calibrate(Execution execution, Subject subject) {
        long steps = 2;
        double seconds = timed(execution, subject, steps);
        double before = Double.POSITIVE_INFINITY;
        double spent = seconds;
        while (!execution.isSettled()
                || spent < WARM_UP_S
                || seconds < secondsPerRepeat / 4
                || Math.abs(seconds / steps / before - 1) > 0.1) {
            if (spent > LONGEST_WARM_UP_S) {
                if (!execution.isSettled()) {
                    LOG.warn(
                            "kernels were not at full speed {} s after their start: the next row is too slow",
                            Math.round(spent));
                }
                break;
            }
            before = seconds / steps;
            steps = seconds < secondsPerRepeat / 4 ? 2 * steps : steps;
            seconds = timed(execution, subject, steps);
            spent += seconds;
        }
        return Math.max(2, 2 * Math.round(steps * secondsPerRepeat / seconds / 2));
    }

    /// Limits are measured one step at a time, so that they show the memory's speed; batched steps run in
    /// caches and may exceed the limits.
    private double timed(Execution execution, Subject subject, long steps) {
        long start = nanoTime.getAsLong();
        if (subject.collision() == null) {
            for (long step = 0; step < steps; step++) {
                execution.step(1);
            }
        } else {
            execution.step(steps);
        }
        return (nanoTime.getAsLong() - start) * 1e-9;
    }
}
