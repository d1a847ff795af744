package dev.tessera.solver.plan;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseKernels;
import dev.tessera.solver.StorageChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;

/// Compares every storage for a case on this CPU: bytes from the storage and its lane tables, speed from
/// [SpeedModel].
public final class StoragePlanner {
    private final Case theCase;
    private final NodeMap nodes;
    private final ForkJoinPool workers;
    private final MemoryBandwidth bandwidth;

    public StoragePlanner(Case theCase, NodeMap nodes, ForkJoinPool workers, MemoryBandwidth bandwidth) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.workers = workers;
        this.bandwidth = bandwidth;
    }

    /// One row per storage: the selected one first, then the others, the fastest first. Exactly one is chosen:
    /// that of the case, else the default of a run.
    public List<PlanRow> rows() {
        StepTraffic traffic = StepTraffic.of(theCase, CaseKernels.of(theCase, nodes));
        StorageChoice taken = StorageChoice.onCpu(theCase, nodes);
        List<PlanRow> rows = new ArrayList<>();
        for (Addressing addressing : addressings(taken)) {
            for (StreamingPattern pattern : Patterns.all()) {
                if (addressing.unfitFor(pattern) == null && addressing.unfitFor(nodes.box()) == null) {
                    StorageChoice choice = new StorageChoice(pattern, addressing);
                    rows.add(row(traffic, choice));
                }
            }
        }
        PlanRow selected = rows.stream()
                .filter(row -> row.storage().equals(taken))
                .findFirst()
                .orElseThrow();
        Selection selection = new Selection(selected, why(taken));
        return selection.over(rows, row -> remark(row, selection));
    }

    private static List<Addressing> addressings(StorageChoice taken) {
        List<Addressing> all = new ArrayList<>(Addressings.all());
        all.set(all.indexOf(new CompactTiles()), CompactTiles.forCpu());
        if (!all.contains(taken.addressing())) {
            all.add(taken.addressing());
        }
        return all;
    }

    private StorageLayout storage(StorageChoice choice) {
        var model = theCase.model();
        return StorageLayout.of(
                model.lattice(),
                choice.pattern(),
                choice.addressing(),
                nodes,
                ArraySpacing.acrossCacheSets(model.precision().storedBytes()));
    }

    /// The fractions of the possible ghost buffers of tiles that are allocated (α) and transferred per step
    /// (β); by `GhostBuffers`.
    public record GhostFractions(double allocated, double transferred) {}

    /// The ghost-buffer coefficients of a geometry, with usual tiles.
    public static GhostFractions ghostFractions(Case theCase, NodeMap nodes) {
        var model = theCase.model();
        StorageLayout storage = StorageLayout.of(
                model.lattice(),
                new TwoBufferPush(),
                new GhostTiles(),
                nodes,
                ArraySpacing.of(model.precision().storedBytes(), true));
        GhostBuffers buffers = ((GhostTilePlacement) storage.placement()).buffers();
        return new GhostFractions(buffers.allocatedFraction(), buffers.transferredFraction());
    }

    private PlanRow row(StepTraffic traffic, StorageChoice choice) {
        var model = theCase.model();
        StorageLayout storage = storage(choice);
        StepPlan plan = traffic.plan(storage, Intrinsics.EXACT);
        LanePlan lanes = LanePlan.of(plan, workers.getParallelism(), workers);
        StepPlan oneFluid = traffic.predicted(plan, storage);
        LanePlan predicted = oneFluid == plan ? lanes : LanePlan.of(oneFluid, workers.getParallelism(), workers);
        double bytes = SpeedModel.bytesPerUpdate(storage, model.precision(), predicted);
        double mlups = new SpeedModel(bandwidth, workers.getParallelism())
                .mlups(storage, model.precision(), predicted, traffic);
        long memory = lanes.memoryBytes(model.precision());
        return new PlanRow(
                choice,
                memory,
                lanes.heldTableBytes(),
                bytes * traffic.ratio(),
                mlups,
                storage.placement().utilisation(),
                false,
                "");
    }

    /// The reason of the choice.
    private String why(StorageChoice taken) {
        boolean isAddressingSaid = theCase.storage().addressing().isPresent();
        boolean isPatternSaid = theCase.storage().pattern().isPresent();
        if (isAddressingSaid && isPatternSaid) {
            return "given by the case";
        }
        String addressing = taken.addressing().equals(new Dense())
                ? "%s %% of the box is fluid, so dense storage, which needs no tables of fluid nodes"
                : "%s %% of the box is fluid, so compact storage, which stores fluid nodes only";
        String porosity = String.format(Locale.ROOT, "%.1f", 100 * nodes.porosity());
        return "%s; %s"
                .formatted(
                        isAddressingSaid ? "addressing given by the case" : addressing.formatted(porosity),
                        isPatternSaid
                                ? "pattern given by the case"
                                : taken.pattern().copies() == 1
                                        ? "one population array, since CPUs are limited by memory"
                                        : "the only pattern of this addressing");
    }

    /// Why a row is slow, or why a faster one was not selected.
    private String remark(PlanRow row, Selection selection) {
        if (row == selection.selected()) {
            return "";
        }
        if (selection.isSlowerThan(row)) {
            double gain = Selection.gain(row, Objects.requireNonNull(selection.selected()));
            return gain <= SpeedModel.ERROR
                    ? String.format(
                            Locale.ROOT, "less than the error of the prediction, %.0f %%", 100 * SpeedModel.ERROR)
                    : "storage.addressing and storage.pattern select it";
        }
        if (row.storage().addressing().needsBarrier()) {
            return "one population array, but values that cross tile faces are copied one at a time";
        }
        if (row.storage().pattern().copies() == 2) {
            return "two population arrays; each write also reads a cache line";
        }
        return "";
    }
}
