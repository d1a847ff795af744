package dev.tessera.solver.plan;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import java.util.List;

/// What one phase of the bulk's kernel asks of a GPU, a fluid node: [GpuCounts] times the constants below. They are
/// fitted to the phases of all rows of `docs/benchmarks/gpu-quick-h200.json`, those of waits for words and private
/// slots to `gpu-waits-h200.json`.
///
/// @param memoryBytes moved to and from memory: pairs of sectors of the nodes' own populations in and out, tables,
///     loads that meet a sector again, and sectors that are written in parts
/// @param cacheBytes moved to and from L2: populations in whole sectors, tables
/// @param instructions of one thread
/// @param fp64Operations of one thread
/// @param waits time that nothing hides, in nanoseconds of one multiprocessor
/// @param ease part of the bandwidth that accesses of this width reach
/// @param populationBytes of all nodes together: L2 may hold them
public record GpuDemand(
        double memoryBytes,
        double cacheBytes,
        double instructions,
        double fp64Operations,
        double waits,
        double ease,
        double populationBytes) {
    /// Part of the loads of a sector that another warp has loaded too which go to memory again.
    private static final double MISSED = 0.25;

    /// Sectors that the write of a part of a sector moves beside the sector itself.
    private static final double COMPLETED = 0.8;

    /// Bandwidth reached where a thread moves more than 16 bytes a direction: too few threads fit.
    private static final double WIDE = 0.92;

    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Instructions of an access to a population, for all nodes of a thread: its address, and the load or store.
    private static final double ACCESS_INSTRUCTIONS = 6.5;

    /// More of them where a population is stored in fewer bytes than it is computed with.
    private static final double CONVERSION_INSTRUCTIONS = 1.2;

    /// More of them for an access to a neighbour that is found by counting bits, in segments of lines and in tiles; and
    /// for one that has to choose between two slots, as its link is open or cut.
    private static final double SEGMENT_INSTRUCTIONS = 9.8;

    private static final double TILE_INSTRUCTIONS = 27;
    private static final double CHOICE_INSTRUCTIONS = 12.6;

    /// Times that an instruction in double precision is issued.
    private static final double DOUBLE_ISSUES = 2;

    /// Waits in nanoseconds of one multiprocessor (of 132): for a node's word of open links before its loads; for
    /// private slots by rank, where there are any, and for each access of a warp to them; for each byte that
    /// registers spill past what the nearest cache holds.
    private static final double WORD_WAIT = 2.95;

    private static final double PRIVATE_WAIT = 2.33;
    private static final double PRIVATE_ACCESS_WAIT = 22.6;
    private static final double SPILL_WAIT = 0.041;
    private static final long SPILL_HIDDEN = 32;

    /// An index array was not measured: its threads go over the box, and are taken to wait for indices as others do for
    /// words of open links.
    /// @param spillBytes of a thread, where a compiler has said it; else 0
    /// @return for each phase
    public static List<GpuDemand> of(GpuPlan plan, long spillBytes) {
        return GpuCounts.of(plan).stream().map(counts -> of(counts, spillBytes)).toList();
    }

    static GpuDemand of(GpuCounts counts, long spillBytes) {
        Sectors sectors = counts.sectors();
        double own = 2 * sectors.ownPairs();
        double moved = 2 * own + MISSED * Math.max(0, sectors.loads() - own) + COMPLETED * sectors.partialStores();
        boolean isDouble = counts.computedBytes() == Double.BYTES;
        double waits = counts.guarded() * WORD_WAIT / counts.lanes()
                + SPILL_WAIT * Math.max(0, spillBytes - SPILL_HIDDEN)
                + (counts.ranksPrivateSlots() ? PRIVATE_WAIT + PRIVATE_ACCESS_WAIT * sectors.privateAccesses() : 0);
        return new GpuDemand(
                moved * Sectors.BYTES + counts.tableBytes(),
                (sectors.loads() + sectors.stores()) * Sectors.BYTES + counts.tableBytes(),
                instructions(counts, isDouble) / counts.lanes(),
                isDouble ? counts.operations() / counts.lanes() : 0,
                waits,
                counts.nodesPerThread() * counts.storedBytes() > WIDEST_ACCESS_BYTES ? WIDE : 1,
                counts.populationBytes());
    }

    private static double instructions(GpuCounts counts, boolean isDouble) {
        double search = switch (counts.search()) {
            case NONE -> 0;
            case SEGMENTS -> SEGMENT_INSTRUCTIONS;
            case TILES -> TILE_INSTRUCTIONS;
        };
        double conversion = counts.storedBytes() < counts.computedBytes() ? CONVERSION_INSTRUCTIONS : 0;
        // lines of fluid nodes keep own slots side by side, not those of neighbours
        int single = counts.search() == Search.SEGMENTS ? counts.searched() : 0;
        double accesses = single + (counts.accesses() - single) / (double) counts.nodesPerThread();
        return accesses * ACCESS_INSTRUCTIONS
                + counts.accesses() * conversion
                + counts.searched() * search
                + counts.choices() * CHOICE_INSTRUCTIONS
                + (isDouble ? DOUBLE_ISSUES : 1) * counts.operations();
    }
}
