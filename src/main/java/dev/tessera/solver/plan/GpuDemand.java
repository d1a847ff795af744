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
/// @param merges time in which L2 merges what warps write in parts, while memory waits, in nanoseconds of one
///     multiprocessor
/// @param waits time that nothing hides, likewise
/// @param latency nanoseconds from a thread's begin until its first population is loaded, once a launch
/// @param ease of a copy's bandwidth what accesses reach that are as wide, and leave as much out
/// @param residentBytes that L2 has to hold so that the next step finds all in it
/// @param isInPlace whether the next step reads, and overwrites, what this one has written last
public record GpuDemand(
        double memoryBytes,
        double cacheBytes,
        double instructions,
        double fp64Operations,
        double merges,
        double waits,
        double latency,
        double ease,
        double residentBytes,
        boolean isInPlace) {
    /// Part of the loads of a sector that another warp has loaded too which go to L2 again: L1 has the others.
    private static final double RELOADED = 0.55;

    /// Of a thread's registers, for a direction.
    private static final int MOST_BYTES = 16;

    private static final int ADDRESS_BYTES = 4;

    /// Of a multiprocessor.
    private static final int REGISTERS = 65_536;

    /// Besides that of its value, what an access to a population takes of a thread's registers in tiles with ghost
    /// buffers, as compilers like it: 32, 48, 68, 104 in all were told.
    private static final double MORE_REGISTERS = 0.75;

    /// Slots of issue of an operation in double precision: GPUs have half as many units for it, at most.
    private static final double DOUBLE_ISSUES = 2;

    /// Bytes of a thread's spilled registers that the nearest cache holds.
    private static final long SPILL_HIDDEN = 32;

    /// How a kernel is launched.
    ///
    /// @param threads of a block
    /// @param leastBlocks that a multiprocessor shall hold at least; 0: as registers allow
    /// @param spillBytes of a thread, where a compiler has said it; else 0
    record Launch(int threads, int leastBlocks, long spillBytes) {}

    /// @param spillBytes of a thread, where a compiler has said it; else 0
    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuDemand> of(GpuPlan plan, long spillBytes) {
        Launch launch = new Launch(plan.tuning().threads(), plan.tuning().blocks(), spillBytes);
        return GpuCounts.of(plan).stream()
                .map(counts -> of(counts, launch, GpuConstants.FITTED))
                .toList();
    }

    static GpuDemand of(GpuCounts counts, Launch launch, GpuConstants constants) {
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
                merges(counts, constants),
                waits(counts, launch, constants),
                constants.round() * counts.rounds(),
                ease(counts, moved, constants),
                (counts.isInPlace() ? 1 : 2) * (own + sectors.gaps()) * Sectors.BYTES + counts.tableBytes(),
                counts.isInPlace());
    }

    /// @param moved sectors to and from memory
    private static double ease(GpuCounts counts, double moved, GpuConstants constants) {
        int addressBytes = counts.search() == Search.NONE ? 0 : ADDRESS_BYTES;
        boolean isWide = counts.nodesPerThread() * (counts.computedBytes() + addressBytes) > MOST_BYTES;
        double bytes = moved * Sectors.BYTES + counts.tableBytes();
        double gaps = 2 * constants.gap() * counts.sectors().gaps() * Sectors.BYTES;
        return constants.reach() * (isWide ? constants.wide() : 1) * bytes / (bytes + gaps);
    }

    /// Where neighbours write into a second copy, sectors with holes meet more than one warp.
    private static double merges(GpuCounts counts, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        boolean isScattered = !counts.isInPlace() && sectors.partialStores() > 0 && counts.staging() != Staging.GHOSTS;
        boolean mergesHoles = isScattered || counts.storedBytes() < Float.BYTES;
        return constants.merge() * sectors.partialStores()
                + (mergesHoles ? constants.holeMerge() * sectors.holes() : 0);
    }

    private static double waits(GpuCounts counts, Launch launch, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        double spilled = (double) Math.max(0, launch.spillBytes() - SPILL_HIDDEN) / counts.nodesPerThread();
        double ranked =
                constants.privateWarp() * sectors.privateWarps() + constants.privateWait() * sectors.privateAccesses();
        return constants.spillWait() * spilled / counts.lanes()
                + constants.idleWait() * counts.idle()
                + (counts.staging() == Staging.GHOSTS ? barriers(counts, launch, constants) : 0)
                + (counts.ranksPrivateSlots() ? ranked : 0);
    }

    /// While the threads of a block wait for each other, those of other blocks work, where a multiprocessor holds any.
    private static double barriers(GpuCounts counts, Launch launch, GpuConstants constants) {
        double registers = counts.accesses() * (counts.computedBytes() / (double) Integer.BYTES + MORE_REGISTERS);
        int fitting = (int) (REGISTERS / (registers * launch.threads()));
        int blocks = Math.max(1, Math.max(launch.leastBlocks(), fitting));
        return constants.barrierWait() / (blocks * blocks) / (launch.threads() * counts.lanes());
    }

    /// Neighbours that are searched lie apart: their populations take an access for each node of a thread.
    private static double instructions(GpuCounts counts, boolean isDouble, GpuConstants constants) {
        int apart = counts.search() == Search.NONE ? 0 : counts.neighbours();
        double accesses = apart + (double) (counts.accesses() - apart) / counts.nodesPerThread();
        double search = switch (counts.search()) {
            case NONE -> counts.staging() == Staging.LOOKUP ? constants.lookup() : 0;
            case INDEX, SEGMENTS -> constants.listSearch();
            case TILES -> constants.tileSearch();
        };
        return accesses * constants.access()
                + counts.neighbours() * search
                + counts.choices() * constants.choice()
                + counts.ghostValues() * constants.ghostValue()
                + (isDouble ? DOUBLE_ISSUES : 1) * counts.operations();
    }
}
