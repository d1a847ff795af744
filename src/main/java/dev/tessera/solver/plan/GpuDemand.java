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
/// @param turns time in which a warp, that gets its next slot of issue only after others had theirs, is done, over the
///     warps that a multiprocessor holds, likewise
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
        double turns,
        double latency,
        double ease,
        double residentBytes,
        boolean isInPlace) {
    /// Part of the loads of a sector that another warp has loaded too which go to L2 again: L1 has the others.
    private static final double RELOADED = 0.55;

    /// Of an access, and of the registers that a thread has for a direction.
    private static final int MOST_BYTES = 16;

    /// Of a multiprocessor's loads under way, what L1 keeps until a second access asks for it.
    private static final double KEPT_BYTES = 114 << 10;

    private static final int ADDRESS_BYTES = 4;

    /// Of a multiprocessor.
    private static final int REGISTERS = 65_536;

    /// Of a thread.
    private static final int MOST_REGISTERS = 255;

    /// What compilers take for a word of populations: half as much again.
    private static final double REGISTERS_A_WORD = 1.5;

    private static final int OTHER_REGISTERS = 8;

    /// Compilers allot registers in groups of so many.
    private static final int REGISTER_GROUP = 8;

    /// Threads, and blocks, that a multiprocessor holds at most.
    private static final int MOST_THREADS = 2048;

    private static final int MOST_BLOCKS = 32;

    private static final int WARP = 32;

    /// Slots of issue of an operation in double precision: GPUs have half as many units for it, at most.
    private static final double DOUBLE_ISSUES = 2;

    /// Bytes of a thread's spilled registers that the nearest cache holds.
    private static final long SPILL_HIDDEN = 32;

    /// How a kernel is launched.
    ///
    /// @param threads of a block
    /// @param leastBlocks that a multiprocessor shall hold at least; 0: as registers allow
    /// @param registers of a thread, where a compiler has said it; else 0
    /// @param spillBytes of a thread, likewise
    record Launch(int threads, int leastBlocks, int registers, long spillBytes) {}

    /// Before anything is compiled.
    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuDemand> of(GpuPlan plan) {
        return of(plan, 0, 0);
    }

    /// @param registers of a thread, where a compiler has said it; else 0
    /// @param spillBytes of a thread, likewise
    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuDemand> of(GpuPlan plan, int registers, long spillBytes) {
        Launch launch = new Launch(plan.tuning().threads(), plan.tuning().blocks(), registers, spillBytes);
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
        int warps = warps(counts, launch);
        double instructions = instructions(counts, isDouble, constants) / counts.lanes();
        return new GpuDemand(
                moved * Sectors.BYTES + counts.tableBytes(),
                (loaded + sectors.stores()) * Sectors.BYTES + counts.tableBytes(),
                instructions,
                isDouble ? counts.operations() / counts.lanes() : 0,
                merges(counts, constants),
                waits(counts, launch, warps, constants),
                counts.staging() == Staging.GHOSTS ? 0 : constants.turn() * instructions / (WARP * warps),
                constants.round() * counts.rounds(),
                ease(counts, moved, warps, constants),
                (counts.isInPlace() ? 1 : 2) * (own + sectors.gaps()) * Sectors.BYTES + counts.tableBytes(),
                counts.isInPlace());
    }

    /// Those that a multiprocessor holds.
    private static int warps(GpuCounts counts, Launch launch) {
        int threads = Math.max(WARP, launch.threads());
        int registers = launch.registers() > 0 ? launch.registers() : registers(counts, launch);
        int allotted = Math.ceilDiv(registers, REGISTER_GROUP) * REGISTER_GROUP;
        int blocks = Math.min(REGISTERS / (allotted * threads), Math.min(MOST_BLOCKS, MOST_THREADS / threads));
        return Math.max(1, blocks) * threads / WARP;
    }

    /// Of a thread, as they are foreseen: for the populations of its nodes and, in place, for where these lie.
    private static int registers(GpuCounts counts, Launch launch) {
        double words = counts.nodesPerThread() * counts.computedBytes() / (double) Integer.BYTES
                + (counts.isInPlace() && counts.operations() > 0 ? 1 : 0);
        int liked = OTHER_REGISTERS + (int) Math.ceil(REGISTERS_A_WORD * counts.accesses() / 2.0 * words);
        int allowed = launch.leastBlocks() == 0
                ? MOST_REGISTERS
                : REGISTERS / (launch.leastBlocks() * Math.max(WARP, launch.threads()));
        return Math.min(liked, Math.min(allowed, MOST_REGISTERS));
    }

    /// Where a direction of a thread's nodes takes more than one access, each meets parts of the same sectors: the
    /// next finds them in L1, unless too many loads are under way.
    ///
    /// @param moved sectors to and from memory
    private static double ease(GpuCounts counts, double moved, int warps, GpuConstants constants) {
        boolean isWide = counts.search() != Search.NONE
                && counts.nodesPerThread() * (counts.computedBytes() + ADDRESS_BYTES) > MOST_BYTES;
        boolean isHalved = counts.nodesPerThread() * counts.storedBytes() > MOST_BYTES;
        double loading =
                (double) warps * WARP * counts.nodesPerThread() * counts.storedBytes() * counts.accesses() / 2.0;
        double again = isHalved ? constants.halved() * Math.max(0, loading / KEPT_BYTES - 1) : 0;
        double bytes = moved * Sectors.BYTES + counts.tableBytes();
        double gaps = 2 * constants.gap() * counts.sectors().gaps() * Sectors.BYTES;
        return constants.reach() * (isWide ? constants.wide() : 1) / (1 + again) * bytes / (bytes + gaps);
    }

    /// Where neighbours write into a second copy, sectors with holes meet more than one warp. Sectors that warps of a
    /// fluid index share are merged in place alone, as measured.
    private static double merges(GpuCounts counts, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        boolean isScattered = !counts.isInPlace() && sectors.partialStores() > 0 && counts.staging() != Staging.GHOSTS;
        boolean mergesHoles = isScattered || counts.storedBytes() < Float.BYTES;
        return constants.merge() * (sectors.partialStores() + (counts.isInPlace() ? sectors.cuts() : 0))
                + (mergesHoles ? constants.holeMerge() * sectors.holes() : 0);
    }

    private static double waits(GpuCounts counts, Launch launch, int warps, GpuConstants constants) {
        Sectors sectors = counts.sectors();
        double spilled = (double) Math.max(0, launch.spillBytes() - SPILL_HIDDEN) / counts.nodesPerThread();
        double ranked = constants.privateWarp() / Math.sqrt(warps) * sectors.privateWarps();
        return constants.spillWait() * spilled / counts.lanes()
                + constants.idleWait() * counts.idle()
                + (counts.staging() == Staging.GHOSTS ? barriers(counts, launch, warps, constants) : 0)
                + (counts.ranksPrivateSlots() ? ranked : 0);
    }

    /// While the threads of a block wait for each other, those of other blocks work, where a multiprocessor holds any.
    private static double barriers(GpuCounts counts, Launch launch, int warps, GpuConstants constants) {
        double blocks = (double) warps * WARP / Math.max(WARP, launch.threads());
        return constants.barrierWait() / (blocks * blocks) / (launch.threads() * Math.sqrt(counts.lanes()));
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
