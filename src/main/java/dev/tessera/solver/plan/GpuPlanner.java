package dev.tessera.solver.plan;

import dev.tessera.device.Device;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuTable;
import dev.tessera.layout.Addressing;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares every storage for a case on a GPU, present or not: memory as it would be allocated, speed from
/// [GpuSpeed].
public final class GpuPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(GpuPlanner.class);

    /// Minimum fraction of the memory that a driver leaves free.
    private static final double FREE = 0.95;

    /// Fractions of the bandwidth above this are not reported.
    private static final double GREAT_EASE = 0.95;

    /// In-place storage is chosen where its predicted speed is at least this many times that of two population
    /// arrays and both fit. Predictions cover the bulk only; the kernels of boundary nodes slow in-place
    /// storage down more. On an H200 the aneurysm of the examples, predicted 1.09 to 1.12 times as fast in
    /// place, ran at 0.93 (FP64), 0.81 (FP32) and 0.99 (FP32/FP16) times the speed.
    static final double LEAST_GAIN_IN_PLACE = 1.25;

    private final Case theCase;
    private final NodeMap nodes;
    private final FreeMemory free;
    private final GpuSpeed speed;
    private final StepTraffic traffic;
    private final List<StorageChoice> candidates;

    /// For a GPU that need not be present, with all its memory free.
    public GpuPlanner(Case theCase, NodeMap nodes, GpuFacts facts, GpuSpeed speed) {
        this(
                theCase,
                nodes,
                new FreeMemory((long) (FREE * facts.memoryBytes()), facts.largestBufferBytes()),
                speed,
                CaseKernels.of(theCase, nodes));
    }

    /// @param free memory of the device at present
    private GpuPlanner(Case theCase, NodeMap nodes, FreeMemory free, GpuSpeed speed, List<NodeClass> classes) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.free = free;
        this.speed = speed;
        this.traffic = StepTraffic.of(theCase, classes);
        this.candidates = StorageChoice.candidatesOnGpu(theCase, nodes);
    }

    /// For a GPU that is present, with its free memory.
    /// @param classes the case's kernels
    public static GpuPlanner on(Case theCase, NodeMap nodes, GpuDevice gpu, List<NodeClass> classes) {
        Accelerator accelerator = gpu.accelerator();
        FreeMemory all = accelerator.freeMemory();
        FreeMemory free = accelerator.freeBytes().isPresent()
                ? all
                : new FreeMemory((long) (FREE * all.freeBytes()), all.largestBlockBytes());
        return new GpuPlanner(theCase, nodes, free, GpuSpeed.measured(accelerator.facts(), gpu.copyGbPerS()), classes);
    }

    /// The storage of a run on a device, where it does not depend on predicted speeds: on CPUs, and
    /// where the case leaves no choice.
    public static Optional<StorageChoice> known(Case theCase, NodeMap nodes, Device device) {
        if (!(device instanceof GpuDevice)) {
            return Optional.of(StorageChoice.of(theCase, nodes, device));
        }
        List<StorageChoice> candidates = StorageChoice.candidatesOnGpu(theCase, nodes);
        return candidates.size() == 1 ? Optional.of(candidates.getFirst()) : Optional.empty();
    }

    /// The storage of a run on a GPU.
    /// @param classes the case's kernels
    public static StorageChoice choice(Case theCase, NodeMap nodes, GpuDevice gpu, List<NodeClass> classes) {
        return known(theCase, nodes, gpu)
                .orElseGet(() -> on(theCase, nodes, gpu, classes).choice().choice());
    }

    /// One row per storage: the selected one first, then the others, the fastest first. At most one is chosen:
    /// that of the case; otherwise the fastest that fits into the device's memory among those measured to be
    /// fast (dense and compact, with two population arrays and in place). None where nothing fits.
    public List<PlanRow> rows() {
        List<StorageChoice> all = new ArrayList<>();
        for (Addressing addressing : addressings()) {
            for (StreamingPattern pattern : Patterns.all()) {
                if (addressing.unfitFor(pattern) == null && addressing.unfitFor(nodes.box()) == null) {
                    all.add(new StorageChoice(pattern, addressing));
                }
            }
        }
        PlanRow[] rows = new PlanRow[all.size()];
        ParallelLoop.over(ParallelLoop.workers(), rows.length, k -> rows[k] = row(planned(all.get(k))));
        return chosen(List.of(rows));
    }

    /// The storage of a run. Compares only the storages that were the fastest and the smallest in measurements
    /// (dense and compact, pull and AA), unless the case gives another.
    public PlannedStorage choice() {
        PlannedStorage[] planned = new PlannedStorage[candidates.size()];
        PlanRow[] rows = new PlanRow[candidates.size()];
        ParallelLoop.over(ParallelLoop.workers(), rows.length, k -> {
            planned[k] = planned(candidates.get(k));
            rows[k] = row(planned[k]);
        });
        return chosen(List.of(rows)).stream()
                .filter(PlanRow::chosen)
                .findFirst()
                .map(row -> {
                    LOG.info(
                            "storage: {}, {}: {}",
                            row.storage().addressing(),
                            row.storage().pattern(),
                            row.reason());
                    return planned[candidates.indexOf(row.storage())];
                })
                .orElseGet(() -> planned(StorageChoice.onGpu(theCase, nodes))); // MemoryCheck reports what fits
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

    private PlannedStorage planned(StorageChoice choice) {
        return PlannedStorage.of(theCase, nodes, choice, true);
    }

    private PlanRow row(PlannedStorage planned) {
        var model = theCase.model();
        StorageChoice choice = planned.choice();
        StorageLayout storage = planned.layout();
        double utilisation = storage.placement().utilisation();
        try {
            StepPlan steps = traffic.plan(storage, model.intrinsics());
            GpuPlan plan = GpuPlan.of(steps, null);
            StepPlan oneFluid = traffic.predicted(steps, storage);
            GpuPlan predicted = oneFluid == steps ? plan : GpuPlan.of(oneFluid, null);
            List<GpuDemand> phases = GpuDemand.of(predicted);
            double bytes = phases.stream()
                    .mapToDouble(GpuDemand::memoryBytes)
                    .average()
                    .orElse(0);
            long ofOneFluid = Math.round(nodes.fluid().count() * traffic.ratio()); // as much to cache
            double mlups = speed.mlups(phases, predicted.kernelsOfBulk().size(), ofOneFluid);
            long tables = plan.tables().stream().mapToLong(GpuTable::bytes).sum();
            return new PlanRow(
                    choice,
                    plan.memoryBytes(),
                    tables,
                    bytes * traffic.ratio(),
                    mlups / traffic.ratio() * traffic.pace(choice.addressing()),
                    utilisation,
                    false,
                    limit(phases.getLast(), ofOneFluid));
        } catch (IllegalArgumentException unfit) {
            double least = 2.0 * model.lattice().size() * model.precision().storedBytes();
            String reason = String.valueOf(unfit.getMessage());
            int fluids = theCase.model().populations().size();
            long memory = fluids * MemoryPlan.of(storage).totalBytes();
            return new PlanRow(choice, memory, storage.tableBytes(), fluids * least, 0, utilisation, false, reason);
        }
    }

    private String limit(GpuDemand last, long nodesOfOneFluid) {
        String waits = last.waits() > 1 ? ", with latency that is not hidden" : "";
        String width = last.ease() < GREAT_EASE
                ? ", at %.0f %% of the bandwidth because of wide accesses or gaps".formatted(100 * last.ease())
                : "";
        return "bound by %s%s%s".formatted(speed.ceiling(last, nodesOfOneFluid), width, waits);
    }

    private List<PlanRow> chosen(List<PlanRow> unordered) {
        List<PlanRow> rows = new ArrayList<>(unordered);
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

    /// The limiting resource of a row, and why a faster one was not selected.
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
                                : "selected only if the case requests it",
                        row.reason());
    }

    /// @param rows of the storages that a run may choose, the fastest first
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
            return "given by the case";
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
        long blocks = (long) copies * theCase.model().populations().size();
        return row.memoryBytes() <= free.freeBytes() && row.memoryBytes() / blocks <= free.largestBlockBytes();
    }

    private String tooLarge(PlanRow row) {
        return "does not fit: %.1f GiB, and %.1f GiB are free"
                .formatted(row.memoryBytes() / 0x1p30, free.freeBytes() / 0x1p30);
    }
}
