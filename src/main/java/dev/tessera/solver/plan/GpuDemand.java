package dev.tessera.solver.plan;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import java.util.List;

/// What one kernel of the bulk's step asks of a GPU, a fluid node: [GpuCounts] times [GpuConstants]. Bytes are those
/// that an H200's counters counted (`docs/benchmarks/counters.md`: of a full box's memory within 1 % in FP64).
///
/// @param memoryBytes moved to and from memory: pairs of sectors of the nodes' own populations in and out, tables, and
///     what two buffers read to complete sectors that nobody writes whole
/// @param cacheBytes moved to and from L2: populations in whole sectors, tables
/// @param instructions slots of issue of one thread: an instruction that others wait for takes several
/// @param fp64Operations of one thread
/// @param waits time that nothing hides, in nanoseconds of one multiprocessor
/// @param ease of a copy's bandwidth what accesses reach that are as wide, and leave as much out
/// @param populationBytes of all nodes together: L2 may hold some of them
public record GpuDemand(
        double memoryBytes,
        double cacheBytes,
        double instructions,
        double fp64Operations,
        double waits,
        double ease,
        double populationBytes) {
    /// Part of the loads of a sector that another warp has loaded too which go to L2 again: L1 has the others.
    private static final double RELOADED = 0.55;

    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Slots of issue of an operation in double precision: GPUs have half as many units for it, at most.
    private static final double DOUBLE_ISSUES = 2;

    /// Bytes of a thread's spilled registers that the nearest cache holds.
    private static final long SPILL_HIDDEN = 32;

    /// @param spillBytes of a thread, where a compiler has said it; else 0
    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuDemand> of(GpuPlan plan, long spillBytes) {
        return GpuCounts.of(plan).stream()
                .map(counts -> of(counts, spillBytes, GpuConstants.FITTED))
                .toList();
    }

    static GpuDemand of(GpuCounts counts, long spillBytes, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        double own = 2 * sectors.ownPairs();
        boolean isCompleted = !counts.isInPlace() && counts.staging() != Staging.GHOSTS;
        double moved = 2 * own + (isCompleted ? constants.completed() * sectors.holes() : 0);
        double loaded = Math.min(sectors.loads(), own) + RELOADED * Math.max(0, sectors.loads() - own);
        boolean isDouble = counts.computedBytes() == Double.BYTES;
        return new GpuDemand(
                moved * Sectors.BYTES + counts.tableBytes(),
                (loaded + sectors.stores()) * Sectors.BYTES + counts.tableBytes(),
                instructions(counts, isDouble, constants) / counts.lanes(),
                isDouble ? counts.operations() / counts.lanes() : 0,
                waits(counts, spillBytes, constants),
                ease(counts, moved, constants),
                counts.populationBytes());
    }

    /// @param moved sectors to and from memory
    private static double ease(GpuCounts counts, double moved, GpuConstants constants) {
        boolean isWide = counts.nodesPerThread() * counts.storedBytes() > WIDEST_ACCESS_BYTES;
        double bytes = moved * Sectors.BYTES + counts.tableBytes();
        double gaps = 2 * constants.gap() * counts.sectors().gaps() * Sectors.BYTES;
        return constants.reach() * (isWide ? constants.wide() : 1) * bytes / (bytes + gaps);
    }

    private static double waits(GpuCounts counts, long spillBytes, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        double spilled = (double) Math.max(0, spillBytes - SPILL_HIDDEN) / counts.nodesPerThread();
        return constants.spillWait() * spilled / counts.lanes()
                + constants.merge() * Math.max(0, sectors.partialStores() - sectors.holes())
                + constants.idleWait() * counts.idle()
                + (counts.ranksPrivateSlots() ? constants.privateWait() * sectors.privateAccesses() : 0);
    }

    private static double instructions(GpuCounts counts, boolean isDouble, GpuConstants constants) {
        boolean isSearching = counts.search() == Search.TILES; // others take no more than an access takes anyway
        return counts.accesses() * constants.access() / counts.nodesPerThread()
                + (isSearching ? counts.searched() * constants.tileSearch() : 0)
                + counts.choices() * constants.choice()
                + (counts.staging() == Staging.LOOKUP ? constants.lookup() : 0)
                + counts.ghostValues() * constants.ghostValue()
                + (isDouble ? DOUBLE_ISSUES : 1) * counts.operations();
    }
}
