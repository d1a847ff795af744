package dev.tessera.suites.bench;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One kernel to measure on a GPU.
///
/// @param collision null for a kernel that only moves populations
/// @param form of the step
/// @param omitted part of the kernel that is left out to measure its cost; results are wrong
/// @param isInPlace whether populations are read and written without streaming, for limits
record GpuTrial(
        BenchGeometry geometry,
        VelocitySet lattice,
        @Nullable Collision collision,
        boolean isInPlace,
        Equilibrium equilibrium,
        Precision precision,
        StreamingPattern pattern,
        Addressing addressing,
        Tuning tuning,
        StepForm form,
        Ablation omitted) {
    /// The key `kernel` of rows whose step is two kernels.
    static final String SPLIT = "step " + StepForm.SPLIT.key();

    /// With complete kernels.
    GpuTrial(
            BenchGeometry geometry,
            VelocitySet lattice,
            @Nullable Collision collision,
            boolean isInPlace,
            Equilibrium equilibrium,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        this(
                geometry,
                lattice,
                collision,
                isInPlace,
                equilibrium,
                precision,
                pattern,
                addressing,
                tuning,
                StepForm.FUSED,
                Ablation.NOTHING);
    }

    /// A step without a part of its kernel; results are wrong.
    GpuTrial without(Ablation part) {
        return with(form, part);
    }

    /// The same step in two kernels.
    GpuTrial split() {
        return with(StepForm.SPLIT, omitted);
    }

    private GpuTrial with(StepForm other, Ablation part) {
        return new GpuTrial(
                geometry,
                lattice,
                collision,
                isInPlace,
                equilibrium,
                precision,
                pattern,
                addressing,
                tuning,
                other,
                part);
    }

    static GpuTrial bgk(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        return of(geometry, new Bgk(), false, precision, pattern, addressing, tuning);
    }

    /// Reads and writes every population without streaming.
    static GpuTrial readWrite(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        return of(geometry, null, true, precision, pattern, addressing, tuning);
    }

    /// Streams without collision.
    static GpuTrial propagate(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        return of(geometry, null, false, precision, pattern, addressing, tuning);
    }

    private static GpuTrial of(
            BenchGeometry geometry,
            @Nullable Collision collision,
            boolean isInPlace,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        return new GpuTrial(
                geometry,
                geometry.lattice(),
                collision,
                isInPlace,
                new Incompressible(),
                precision,
                pattern,
                addressing,
                tuning);
    }

    /// Whether a tuner may choose its launch: a whole step in one kernel, without barriers.
    boolean canBeTuned() {
        return collision != null && form == StepForm.FUSED && omitted == Ablation.NOTHING && !addressing.needsBarrier();
    }

    /// The step of this trial, laid out without a device.
    GpuPlan plan(NodeMap nodes) {
        return GpuPlan.of(stepPlan(nodes, ArraySpacing.of(precision.storedBytes(), true)), tuning, form, omitted);
    }

    StepPlan stepPlan(NodeMap nodes, ArraySpacing spacing) {
        StorageLayout storage = StorageLayout.of(lattice, pattern, addressing, nodes, spacing);
        MovingLid lid = new MovingLid(nodes);
        List<NodeClass> classes =
                collision != null && lid.exists() ? List.of(bulk(), lid.nodeClass(model(collision))) : List.of(bulk());
        return new StepPlan(nodes, storage, classes, precision);
    }

    private FluidModel model(Collision operator) {
        return new FluidModel(lattice, equilibrium, operator, FluidModel.BodyForce.NONE);
    }

    private NodeClass bulk() {
        if (collision == null) {
            return NodeClass.bulk(ReadWrite.scaling(lattice), ReadWrite.reading(lattice), List.of());
        }
        StepKernels kernels = StepKernels.bulk(model(collision));
        return NodeClass.bulk(kernels.step(), kernels.observe(), List.of());
    }

    /// Whether its words, separated by single spaces, match the selected rows.
    boolean isWanted(Predicate<String> wanted) {
        return wanted.test(toString().replaceAll(" +", " "));
    }

    /// Adds the launch of the bulk's kernels.
    static void putLaunch(Map<String, Object> row, Tuning tuning) {
        row.put("threads", tuning.threads());
        row.put("least_blocks", tuning.blocks());
        row.put("nodes_per_thread", tuning.nodesPerThread());
        row.put("tile_lookup", tuning.lookup().key());
    }

    /// The keys that identify a row.
    Map<String, Object> words(String suite) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", suite);
        row.put("geometry", geometry.key());
        row.put("kernel", kernel());
        row.put("addressing", addressing.key());
        row.put("storage", addressing.toString());
        row.put("pattern", pattern.key());
        row.put("copies", pattern.copies());
        row.put("lattice", lattice.name());
        row.put("collision", collision == null ? "" : collision.key());
        row.put("equilibrium", collision == null ? "" : equilibrium.key());
        row.put("precision", precision.key());
        return row;
    }

    /// The layout within tiles; empty without tiles.
    String layout() {
        return addressing instanceof Tiles tiles ? tiles.layout().key() : "";
    }

    String kernel() {
        if (omitted != Ablation.NOTHING) {
            return "step without " + omitted.key();
        }
        if (form == StepForm.SPLIT) {
            return SPLIT;
        }
        return collision != null ? "step" : isInPlace ? "read-write" : "propagate";
    }

    @Override
    public String toString() {
        return "%-13s %-10s %-19s %-8s %-13s %-4s %-4s %s %s"
                .formatted(
                        geometry.key(),
                        kernel(),
                        addressing.key(),
                        layout(),
                        pattern.key(),
                        collision == null ? "" : collision.key(),
                        precision.key(),
                        tuning,
                        lattice.name());
    }
}
