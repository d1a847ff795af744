package dev.tessera.solver.plan;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import java.util.List;

/// What one kernel of the bulk's step asks of a GPU, a fluid node: [GpuCounts] times the constants below. Bytes are
/// those
/// that an H200's counters counted (`docs/benchmarks/counters.md`: of memory within 1 % where nothing spills); the
/// other
/// constants are fitted to the speeds of all rows of `docs/benchmarks/gpu-*-h200.json` (`GpuSpeedTest`).
///
/// @param memoryBytes moved to and from memory: pairs of sectors of the nodes' own populations in and out, tables, and
///     what two buffers read to complete sectors that are written in parts
/// @param cacheBytes moved to and from L2: populations in whole sectors, tables
/// @param mergeBytes as many as L2 could have moved while it merges sectors that are written in parts
/// @param instructions slots of issue of one thread: an instruction that others wait for takes several
/// @param fp64Operations of one thread
/// @param waits time that nothing hides, in nanoseconds of one multiprocessor
/// @param ease part of the bandwidth that accesses of this width reach
/// @param populationBytes of all nodes together: L2 may hold them
public record GpuDemand(
        double memoryBytes,
        double cacheBytes,
        double mergeBytes,
        double instructions,
        double fp64Operations,
        double waits,
        double ease,
        double populationBytes) {
    /// Sectors read from memory for each that is written in part into a buffer that was not read before.
    private static final double COMPLETED = 0.8;

    /// Part of the loads of a sector that another warp has loaded too which go to L2 again: L1 has the others.
    private static final double RELOADED = 0.55;

    /// Sectors that a node's look-ups in an index array bring from L2.
    private static final double INDEX_SECTORS = 1.1;

    /// Sectors that L2 could have moved while it merges one that is written in part.
    private static final double MERGE = 8.8;

    /// Bandwidth reached where a thread moves more than 16 bytes a direction: too few threads fit.
    private static final double WIDE = 0.88;

    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Slots of issue of an access to a population, for all nodes of a thread: its address, and the load or store.
    private static final double ACCESS_INSTRUCTIONS = 7.35;

    /// More of them for an access to a neighbour that is found in an index array, or by counting bits in
    /// tiles (segments of lines take none that shows); and for one that has to choose between two slots,
    /// as its link is open or cut.
    private static final double INDEX_INSTRUCTIONS = 12.7;

    private static final double TILE_INSTRUCTIONS = 29.3;
    private static final double CHOICE_INSTRUCTIONS = 10;

    /// More of them of a thread whose block brings look-ups of tiles, or ghost values, to shared memory first.
    private static final double LOOKUP_INSTRUCTIONS = 306;

    private static final double GHOST_INSTRUCTIONS = 167;

    /// Times that an instruction in double precision is issued.
    private static final double DOUBLE_ISSUES = 2;

    /// Waits in nanoseconds of one multiprocessor (of 132): for a node's word of open links before its
    /// loads; for the barriers of ghost values; of a thread that finds nothing to do; for each access of a
    /// warp to private slots by rank; for each byte that registers spill past what the nearest cache holds.
    private static final double WORD_WAIT = 1.11;

    private static final double GHOST_WAIT = 0.69;
    private static final double IDLE_WAIT = 0.17;
    private static final double PRIVATE_ACCESS_WAIT = 49.6;
    private static final double SPILL_WAIT = 0.054;
    private static final long SPILL_HIDDEN = 32;

    /// @param spillBytes of a thread, where a compiler has said it; else 0
    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuDemand> of(GpuPlan plan, long spillBytes) {
        return GpuCounts.of(plan).stream().map(counts -> of(counts, spillBytes)).toList();
    }

    static GpuDemand of(GpuCounts counts, long spillBytes) {
        Sectors sectors = counts.sectors();
        double own = 2 * sectors.ownPairs();
        boolean isCompleted = !counts.isInPlace() && counts.staging() != Staging.GHOSTS;
        double moved = 2 * own + (isCompleted ? COMPLETED * sectors.partialStores() : 0);
        double loaded = Math.min(sectors.loads(), own) + RELOADED * Math.max(0, sectors.loads() - own);
        double looked = counts.search() == Search.INDEX ? INDEX_SECTORS / counts.lanes() : 0;
        boolean isDouble = counts.computedBytes() == Double.BYTES;
        return new GpuDemand(
                moved * Sectors.BYTES + counts.tableBytes(),
                (loaded + sectors.stores() + looked) * Sectors.BYTES + counts.tableBytes(),
                MERGE * sectors.partialStores() * Sectors.BYTES,
                instructions(counts, isDouble) / counts.lanes(),
                isDouble ? counts.operations() / counts.lanes() : 0,
                waits(counts) + SPILL_WAIT * Math.max(0, spillBytes - SPILL_HIDDEN),
                counts.nodesPerThread() * counts.storedBytes() > WIDEST_ACCESS_BYTES ? WIDE : 1,
                counts.populationBytes());
    }

    private static double waits(GpuCounts counts) {
        double ofThread = counts.guarded() * WORD_WAIT + (counts.staging() == Staging.GHOSTS ? GHOST_WAIT : 0);
        double ofPrivateSlots = counts.ranksPrivateSlots()
                ? PRIVATE_ACCESS_WAIT * counts.sectors().privateAccesses()
                : 0;
        return ofThread / counts.lanes() + IDLE_WAIT * counts.idle() + ofPrivateSlots;
    }

    private static double instructions(GpuCounts counts, boolean isDouble) {
        double search = switch (counts.search()) {
            case NONE, SEGMENTS -> 0;
            case INDEX -> INDEX_INSTRUCTIONS;
            case TILES -> TILE_INSTRUCTIONS;
        };
        double staging = switch (counts.staging()) {
            case NONE -> 0;
            case LOOKUP -> LOOKUP_INSTRUCTIONS;
            case GHOSTS -> GHOST_INSTRUCTIONS;
        };
        return counts.accesses() * ACCESS_INSTRUCTIONS / counts.nodesPerThread()
                + counts.searched() * search
                + counts.choices() * CHOICE_INSTRUCTIONS
                + staging
                + (isDouble ? DOUBLE_ISSUES : 1) * counts.operations();
    }
}
