package dev.tessera.suites.bench;

import dev.tessera.device.Execution;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuLanguage;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The experiments with kernels alone: orders of indices, sizes of boxes and of thread blocks, numbers of steps, the
/// L1 cache and shared memory. Periodic boxes, dense storage.
final class ThesisKernels {
    private static final int USUAL_THREADS = 128;
    private static final int MOST_EXCHANGING_THREADS = 512; // one value of ten populations each fits into shared memory
    private static final int LINE_NODES = 8; // FP64 values in a line of 64 bytes
    private static final int BATCHES = 10;
    private static final int LONGEST_WARM_UP = 40; // of a row's duration: Java compiles kernels of a CPU
    private static final Tuning ONE_NODE = Tuning.of(USUAL_THREADS, 1);

    private final ThesisSuite.Lab lab;
    private final ThesisSizes sizes;
    private final Map<String, NodeMap> latest = new LinkedHashMap<>(); // the last geometry

    ThesisKernels(ThesisSuite.Lab lab) {
        this.lab = lab;
        this.sizes = lab.sizes();
    }

    /// What is measured.
    ///
    /// @param tuning of a GPU; null: the usual one
    private record Subject(
            BenchGeometry box,
            StreamingPattern pattern,
            ArraySpacing spacing,
            @Nullable Tuning tuning) {}

    List<ThesisTrial> trials() {
        List<ThesisTrial> trials = new ArrayList<>();
        gpu().ifPresent(gpu -> indexOrders(trials));
        extents(trials);
        domainSizes(trials);
        gpu().ifPresent(gpu -> blockSizes(trials, gpu));
        iterations(trials);
        if (hasL1Option()) {
            l1(trials);
        }
        gpu().ifPresent(gpu -> sharedMemory(trials, gpu));
        return trials;
    }

    /// Sentences about experiments that the device cannot run.
    List<String> leftOut() {
        List<String> sentences = new ArrayList<>();
        if (gpu().isEmpty()) {
            sentences.add(
                    "%s has no threads whose order, number per block and shared memory a kernel chooses: without index-order, block-size, shared-memory"
                            .formatted(lab.device().key()));
        }
        if (!hasL1Option()) {
            sentences.add("%s has no option for loads that bypass the L1 cache: without l1 (CUDA has it)"
                    .formatted(lab.device().key()));
        }
        return sentences;
    }

    private Optional<GpuDevice> gpu() {
        return lab.device() instanceof GpuDevice gpu ? Optional.of(gpu) : Optional.empty();
    }

    private boolean hasL1Option() {
        return gpu().filter(gpu -> gpu.accelerator().language() == GpuLanguage.CUDA)
                .isPresent();
    }

    private static BenchGeometry cube(int edge) {
        return BenchGeometry.periodicBox(edge, edge, edge);
    }

    private ArraySpacing spacing() {
        return ArraySpacing.of(Double.BYTES, lab.device().isGpu());
    }

    /// The pattern of a box that is offloaded: with a second array of populations on GPUs.
    private StreamingPattern usual() {
        return lab.device().isGpu() ? GpuTrials.PULL : GpuTrials.AA;
    }

    private void add(List<ThesisTrial> trials, String experiment, String kernel, Subject subject) {
        trials.add(new ThesisTrial(
                experiment, subject.box().key(), kernel, row -> measure(row, subject, OptionalInt.empty())));
    }

    /// Order of threads over a cube, which is the order of indices seen from the threads; then how populations of a
    /// node lie in memory.
    private void indexOrders(List<ThesisTrial> trials) {
        BenchGeometry box = cube(sizes.cube());
        for (KernelVariant variant : KernelVariant.values()) {
            if (variant == KernelVariant.USUAL || !variant.axes().isEmpty()) {
                String kernel = variant == KernelVariant.USUAL ? "threads-xyz" : variant.key();
                add(trials, "index-order", kernel, new Subject(box, GpuTrials.PULL, spacing(), ONE_NODE.with(variant)));
            }
        }
        for (int bundle : new int[] {0, LINE_NODES, 1}) {
            String kernel = bundle == 0 ? "whole-arrays" : bundle == 1 ? "structures" : "bundles-" + bundle;
            ArraySpacing spacing = new ArraySpacing(Double.BYTES, 0, bundle);
            add(trials, "index-order", kernel, new Subject(box, GpuTrials.PULL, spacing, ONE_NODE));
        }
    }

    /// A long box in its six positions: rows of memory of three lengths.
    private void extents(List<ThesisTrial> trials) {
        List<Integer> of = sizes.extents();
        for (int[] turned : new int[][] {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
            BenchGeometry box = BenchGeometry.periodicBox(of.get(turned[0]), of.get(turned[1]), of.get(turned[2]));
            add(trials, "extents", "usual", new Subject(box, usual(), spacing(), null));
        }
    }

    private void domainSizes(List<ThesisTrial> trials) {
        for (int edge : sizes.edges()) {
            add(trials, "domain-size", "usual", new Subject(cube(edge), usual(), spacing(), null));
        }
    }

    private void blockSizes(List<ThesisTrial> trials, GpuDevice gpu) {
        int most = gpu.accelerator().facts().maxThreadsPerBlock();
        sizes.threads().stream()
                .filter(threads -> threads <= most)
                .forEach(threads -> add(
                        trials,
                        "block-size",
                        threads + "-threads",
                        new Subject(cube(sizes.cube()), GpuTrials.PULL, spacing(), Tuning.of(threads, 1))));
    }

    private void iterations(List<ThesisTrial> trials) {
        Subject subject = new Subject(cube(sizes.offloaded()), usual(), spacing(), null);
        for (int steps : sizes.steps()) {
            trials.add(new ThesisTrial(
                    "iterations",
                    subject.box().key(),
                    steps + "-steps",
                    row -> measure(row, subject, OptionalInt.of(steps))));
        }
    }

    private void l1(List<ThesisTrial> trials) {
        for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.PUSH)) {
            for (KernelVariant variant : List.of(KernelVariant.USUAL, KernelVariant.LOADS_PAST_L1)) {
                add(
                        trials,
                        "l1",
                        pattern.key() + " " + variant.key(),
                        new Subject(cube(sizes.cube()), pattern, spacing(), ONE_NODE.with(variant)));
            }
        }
    }

    private void sharedMemory(List<ThesisTrial> trials, GpuDevice gpu) {
        int most = Math.min(MOST_EXCHANGING_THREADS, gpu.accelerator().facts().maxThreadsPerBlock());
        for (int threads : new int[] {32, 64, 128, 256, 512}) {
            for (KernelVariant variant : List.of(KernelVariant.USUAL, KernelVariant.SHARED_ROWS)) {
                if (threads <= most) {
                    add(
                            trials,
                            "shared-memory",
                            "%s %d-threads".formatted(variant.key(), threads),
                            new Subject(
                                    cube(sizes.cube()),
                                    GpuTrials.PUSH,
                                    spacing(),
                                    Tuning.of(threads, 1).with(variant)));
                }
            }
        }
        add(
                trials,
                "shared-memory",
                "pull " + USUAL_THREADS + "-threads",
                new Subject(cube(sizes.cube()), GpuTrials.PULL, spacing(), ONE_NODE));
    }

    /// MLUPS of many steps of the usual kernel on the cube that is offloaded.
    double offloadedAlone(Map<String, Object> row) {
        int most = sizes.steps().getLast();
        measure(row, new Subject(cube(sizes.offloaded()), usual(), spacing(), null), OptionalInt.of(most));
        return Page.number(row, "mlups");
    }

    private void measure(Map<String, Object> row, Subject subject, OptionalInt chosen) {
        Precision precision = Precision.FP64;
        NodeMap nodes = nodes(subject.box());
        StepPlan plan = GpuTrial.bgk(subject.box(), precision, subject.pattern(), new Dense(), GpuTrials.USUAL)
                .stepPlan(nodes, subject.spacing());
        SlowFlow.describe(row, precision, subject.pattern(), new Dense());
        row.put("threads", lab.workers().getParallelism());
        try (Execution run = SlowFlow.started(prepared(plan, subject.tuning(), row), precision)) {
            int batch = batch(run);
            int steps = chosen.orElse(batch);
            Repeats repeats = Repeats.of(lab.nanoTime(), lab.secondsPerRow(), () -> {
                run.step(steps);
                run.finish();
            });
            double bytes = 2.0 * subject.box().lattice().size() * precision.storedBytes();
            double mlups = nodes.fluid().count() * (double) steps / repeats.median() * 1e-6;
            row.put("fluid_nodes", nodes.fluid().count());
            row.put("steps", steps);
            row.put("mlups", mlups);
            row.put("gb_per_s", mlups * bytes * 1e-3);
            repeats.put(row);
        }
    }

    private Execution prepared(StepPlan plan, @Nullable Tuning tuning, Map<String, Object> row) {
        if (!(lab.device() instanceof GpuDevice gpu)) {
            return lab.device().prepare(plan);
        }
        var run = gpu.with(tuning, StepForm.FUSED).prepare(plan);
        row.put("block_threads", run.tuning().threads());
        row.put("nodes_per_thread", run.tuning().nodesPerThread());
        run.bulkFacts().stream()
                .flatMapToInt(facts -> facts.registers().stream())
                .max()
                .ifPresent(most -> row.put("registers", most));
        return run;
    }

    /// Steps at full speed: an even number that takes a tenth of the repeats' duration.
    private int batch(Execution run) {
        long start = lab.nanoTime().getAsLong();
        double seconds;
        do {
            seconds = SlowFlow.seconds(run, 2, lab.nanoTime()) / 2;
        } while (!run.isSettled() && lab.secondsSince(start) < LONGEST_WARM_UP * lab.secondsPerRow());
        seconds = Math.min(seconds, SlowFlow.seconds(run, 2, lab.nanoTime()) / 2);
        return 2 * (int) Math.clamp(lab.secondsPerRow() / BATCHES / seconds / 2, 1, 1e5);
    }

    private NodeMap nodes(BenchGeometry box) {
        if (!latest.containsKey(box.key())) {
            latest.clear();
        }
        return latest.computeIfAbsent(box.key(), key -> box.make(lab.workers()));
    }
}
