package dev.tessera.solver.plan;

import dev.tessera.device.Device;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.solver.StorageChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares every storage for a case on a GPU, there or not: memory as it would be allocated, speed from [GpuSpeed].
public final class GpuPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(GpuPlanner.class);

    /// What a driver leaves of its memory, at least.
    private static final double FREE = 0.95;

    /// Part of the bandwidth that is not worth a word.
    private static final double GREAT_EASE = 0.95;

    /// How many times as fast as two buffers storage in place has to be predicted to be taken where both fit.
    /// Predictions are of the bulk alone; the kernels of boundary nodes cost it more. On one H200 the aneurysm
    /// of the examples, predicted 1.09 to 1.12 times as fast in place, ran at .93 (FP64), .81 (FP32), .99
    /// (halves).
    static final double LEAST_GAIN_IN_PLACE = 1.25;

    private final Case theCase;
    private final NodeMap nodes;
    private final FreeMemory room;
    private final GpuSpeed speed;
    private final List<NodeClass> classes;
    private final List<StorageChoice> candidates;

    /// For a GPU that need not be there, with all its memory free.
    public GpuPlanner(Case theCase, NodeMap nodes, GpuFacts facts, GpuSpeed speed) {
        this(theCase, nodes, new FreeMemory((long) (FREE * facts.memoryBytes()), facts.largestBufferBytes()), speed);
    }

    /// @param room that the device has now
    private GpuPlanner(Case theCase, NodeMap nodes, FreeMemory room, GpuSpeed speed) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.room = room;
        this.speed = speed;
        this.classes = CaseKernels.of(theCase, nodes);
        this.candidates = StorageChoice.candidatesOnGpu(theCase, nodes);
    }

    /// For a GPU that is there, with what its memory has room for now.
    public static GpuPlanner on(Case theCase, NodeMap nodes, GpuDevice gpu) {
        Accelerator accelerator = gpu.accelerator();
        FreeMemory all = accelerator.freeMemory();
        FreeMemory room = accelerator.freeBytes().isPresent()
                ? all
                : new FreeMemory((long) (FREE * all.freeBytes()), all.largestBlockBytes());
        return new GpuPlanner(theCase, nodes, room, GpuSpeed.measured(accelerator.facts(), gpu.copyGbPerS()));
    }

    /// What a run on a device takes: on a GPU by its planner, else [StorageChoice].
    public static StorageChoice choice(Case theCase, NodeMap nodes, Device device) {
        if (!(device instanceof GpuDevice gpu)) {
            return StorageChoice.of(theCase, nodes, device);
        }
        List<StorageChoice> candidates = StorageChoice.candidatesOnGpu(theCase, nodes);
        if (candidates.size() == 1) {
            return candidates.getFirst();
        }
        return on(theCase, nodes, gpu).choice();
    }

    /// One row a storage: the selected one first, then the others, the fastest first. At most one is chosen: what the
    /// case says; what it leaves open is the fastest that fits into the device's memory of those that have been
    /// measured to be fast (dense and compact, with two buffers and in place). None where nothing fits.
    public List<PlanRow> rows() {
        List<PlanRow> rows = new ArrayList<>();
        for (Addressing addressing : addressings()) {
            for (StreamingPattern pattern : Patterns.all()) {
                if (addressing.unfitFor(pattern) == null) {
                    rows.add(row(new StorageChoice(pattern, addressing)));
                }
            }
        }
        return chosen(rows);
    }

    /// What a run takes. Looks only at those storages that have been the fastest, and the smallest, wherever that was
    /// measured (dense and compact, pull and AA), unless the case says more.
    StorageChoice choice() {
        StorageChoice usual = StorageChoice.onGpu(theCase, nodes);
        List<PlanRow> rows = new ArrayList<>();
        candidates.forEach(candidate -> rows.add(row(candidate)));
        return chosen(rows).stream()
                .filter(PlanRow::chosen)
                .findFirst()
                .map(row -> {
                    LOG.info(
                            "storage: {}, {}: {}",
                            row.storage().addressing(),
                            row.storage().pattern(),
                            row.reason());
                    return row.storage();
                })
                .orElse(usual); // who opens it says what fits
    }

    private List<Addressing> addressings() {
        List<Addressing> all = new ArrayList<>(Addressings.all());
        all.add(CompactTiles.forGpu());
        theCase.storage().addressing().filter(said -> !all.contains(said)).ifPresent(all::add);
        candidates.stream()
                .map(StorageChoice::addressing)
                .filter(candidate -> !all.contains(candidate))
                .forEach(all::add);
        return all;
    }

    private PlanRow row(StorageChoice choice) {
        var model = theCase.model();
        StorageLayout storage = StorageLayout.of(
                model.lattice(),
                choice.pattern(),
                choice.addressing(),
                nodes,
                ArraySpacing.of(model.precision().storedBytes(), true));
        double utilisation = storage.placement().utilisation();
        try {
            GpuPlan plan = GpuPlan.of(new StepPlan(nodes, storage, classes, model.precision()), null);
            List<GpuDemand> phases = GpuDemand.of(plan);
            double bytes = phases.stream()
                    .mapToDouble(GpuDemand::memoryBytes)
                    .average()
                    .orElse(0);
            double mlups = speed.mlups(
                    phases, plan.kernelsOfBulk().size(), nodes.fluid().count());
            return new PlanRow(choice, plan.memoryBytes(), bytes, mlups, utilisation, false, limit(phases.getLast()));
        } catch (IllegalArgumentException unfit) {
            double least = 2.0 * model.lattice().size() * model.precision().storedBytes();
            String reason = String.valueOf(unfit.getMessage());
            return new PlanRow(choice, MemoryPlan.of(storage).totalBytes(), least, 0, utilisation, false, reason);
        }
    }

    private String limit(GpuDemand last) {
        String waits = last.waits() > 1 ? ", with waits that nothing hides" : "";
        String width = last.ease() < GREAT_EASE
                ? ", at %.0f %% of the bandwidth as accesses are wide or leave gaps".formatted(100 * last.ease())
                : "";
        return "bound by %s%s%s".formatted(speed.ceiling(last, nodes.fluid().count()), width, waits);
    }

    private List<PlanRow> chosen(List<PlanRow> rows) {
        rows.sort(Comparator.comparingDouble(PlanRow::predictedMlups).reversed());
        List<PlanRow> fitting = rows.stream()
                .filter(row -> row.predictedMlups() > 0 && fits(row))
                .toList();
        PlanRow best = best(fitting.stream()
                .filter(row -> candidates.contains(row.storage()))
                .toList());
        Selection selection = new Selection(best, best == null ? "" : why(best, fitting.getFirst()));
        return selection.over(rows, row -> remark(row, selection));
    }

    /// What limits a row, and why a faster one was not selected.
    private String remark(PlanRow row, Selection selection) {
        if (!fits(row)) {
            return tooLarge(row);
        }
        if (!selection.isSlowerThan(row)) {
            return row.reason();
        }
        boolean isCandidate = candidates.contains(row.storage());
        return "%s; %s"
                .formatted(
                        isCandidate
                                ? "in-place storage is selected where it is predicted at least %.0f %% faster, since boundaries slow it down more"
                                        .formatted(100 * LEAST_GAIN_IN_PLACE - 100)
                                : "selected only where the case says so",
                        row.reason());
    }

    /// @param rows of what a run may take, the fastest first
    private static @Nullable PlanRow best(List<PlanRow> rows) {
        if (rows.isEmpty()) {
            return null;
        }
        PlanRow fastest = rows.getFirst();
        return rows.stream()
                .filter(row -> row.storage().pattern().copies() == 2)
                .findFirst()
                .filter(row -> LEAST_GAIN_IN_PLACE * row.predictedMlups() >= fastest.predictedMlups())
                .orElse(fastest);
    }

    private String why(PlanRow best, PlanRow fastest) {
        if (theCase.storage().addressing().isPresent()
                || theCase.storage().pattern().isPresent()) {
            return "the case says so";
        }
        if (best == fastest) {
            return "the fastest that fits";
        }
        boolean isBesideInPlace = best.storage().pattern().copies() == 2
                && fastest.storage().pattern().copies() == 1;
        return isBesideInPlace
                ? "the fastest that fits with two population arrays, which boundaries slow down less than in-place storage"
                : "the fastest that fits of dense and compact storage, whose speed has been measured";
    }

    private boolean fits(PlanRow row) {
        int copies = row.storage().addressing().storedCopies(row.storage().pattern());
        return row.memoryBytes() <= room.freeBytes() && row.memoryBytes() / copies <= room.largestBlockBytes();
    }

    private String tooLarge(PlanRow row) {
        return "does not fit: %.1f GiB, and %.1f GiB are free"
                .formatted(row.memoryBytes() / 0x1p30, room.freeBytes() / 0x1p30);
    }
}
