package dev.tessera.solver.plan;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.StorageChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Compares every storage for a case on this CPU: bytes from the storage and its tables of lanes, speed from
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

    /// One row a storage, the fastest first; exactly one is chosen: what the case says, else what a run
    /// takes by itself.
    public List<PlanRow> rows() {
        List<NodeClass> classes = Simulation.kernels(theCase, nodes);
        StorageChoice taken = StorageChoice.onCpu(theCase, nodes);
        List<PlanRow> rows = new ArrayList<>();
        for (Addressing addressing : addressings(taken)) {
            for (StreamingPattern pattern :
                    List.of(new AaPattern(), new EsotericPull(), new TwoBufferPull(), new TwoBufferPush())) {
                if (addressing.unfitFor(pattern) == null) {
                    StorageChoice choice = new StorageChoice(pattern, addressing);
                    rows.add(row(classes, choice));
                }
            }
        }
        rows.sort(java.util.Comparator.comparingDouble(PlanRow::predictedMlups).reversed());
        PlanRow fastest = rows.getFirst();
        rows.replaceAll(row -> judged(row, row.storage().equals(taken), fastest));
        return rows;
    }

    /// All addressings, with the tiles that the papers use.
    public static List<Addressing> usualAddressings() {
        return List.of(
                new Dense(),
                new Tiles(),
                new CompactTiles(),
                new GhostTiles(),
                new ConnectivityMatrix(),
                new FluidIndex());
    }

    private static List<Addressing> addressings(StorageChoice taken) {
        List<Addressing> all = new ArrayList<>(usualAddressings());
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

    /// Which part of the ghost buffers that tiles could have is allocated (α), and which part is moved a step
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

    private PlanRow row(List<NodeClass> classes, StorageChoice choice) {
        var model = theCase.model();
        StorageLayout storage = storage(choice);
        StepPlan plan = new StepPlan(nodes, storage, classes, model.precision());
        LanePlan lanes = LanePlan.of(plan, workers.getParallelism(), workers);
        double bytes = SpeedModel.bytesPerUpdate(storage, model.precision(), lanes);
        double mlups = new SpeedModel(bandwidth, workers.getParallelism()).mlups(storage, model.precision(), lanes);
        long memory = lanes.memoryBytes(model.precision());
        return new PlanRow(choice, memory, bytes, mlups, storage.placement().utilisation(), false, "");
    }

    private PlanRow judged(PlanRow row, boolean isTaken, PlanRow fastest) {
        boolean said = theCase.storage().addressing().isPresent()
                || theCase.storage().pattern().isPresent();
        if (isTaken) {
            return row.because(
                    true, said ? "the case says so" : "in place: half the memory, and the fewest bytes a step");
        }
        if (row.storage().addressing().needsBarrier()) {
            return row.because(false, "one copy, but each value that crosses from tile to tile goes alone");
        }
        if (row.storage().pattern().copies() == 2) {
            return row.because(false, "two copies of the populations, and a write that first fetches its line");
        }
        double slower = 1 - row.predictedMlups() / fastest.predictedMlups();
        return row.because(
                false,
                slower < 0.01
                        ? "as fast; takes %.0f %% more memory"
                                .formatted(100.0 * row.memoryBytes() / fastest.memoryBytes() - 100)
                        : "short stretches of consecutive slots: larger tables");
    }
}
