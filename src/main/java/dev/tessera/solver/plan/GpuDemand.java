package dev.tessera.solver.plan;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.layout.cost.Sectors;
import dev.tessera.solver.plan.GpuCounts.Search;
import dev.tessera.solver.plan.GpuCounts.Staging;
import java.util.List;

/// The resources of a GPU that one kernel of the bulk needs per fluid node: [GpuCounts] times [GpuConstants]. Bytes
/// agree with hardware counters of an H200 (`docs/benchmarks/counters.md`: memory of a full box within 1 % in FP64).
///
/// @param memoryBytes moved to and from memory: pairs of sectors of the nodes' own populations read and written,
///     tables, and reads that complete partly written sectors with two population arrays
/// @param cacheBytes moved to and from L2: populations in whole sectors, tables
/// @param instructions issue slots per thread; an instruction on which others depend takes several
/// @param fp64Operations per thread
/// @param merges time in which L2 merges partial writes of warps while memory waits, in nanoseconds of one
///     multiprocessor
/// @param waits time that is not hidden, in nanoseconds of one multiprocessor
/// @param turns duration of a warp whose issue slots alternate with those of others, divided by the resident warps of
///     a multiprocessor, in nanoseconds
/// @param latency nanoseconds from the start of a thread until its first population is loaded, once per launch
/// @param ease fraction of a copy's bandwidth that accesses of this width and with these gaps reach
/// @param residentBytes that L2 must hold so that the next step finds all data there
/// @param isInPlace whether the next step reads and overwrites what this step has written last
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
    /// Fraction of repeated loads of a sector by several warps that go to L2; L1 serves the others.
    private static final double RELOADED = 0.55;

    /// Maximum bytes per access, and of registers per direction and thread.
    private static final int MOST_BYTES = 16;

    /// Bytes of outstanding loads of a multiprocessor that L1 keeps until a second access to them.
    private static final double KEPT_BYTES = 114 << 10;

    private static final int ADDRESS_BYTES = 4;

    /// Per multiprocessor.
    private static final int REGISTERS = 65_536;

    /// Per thread.
    private static final int MOST_REGISTERS = 255;

    /// Registers that compilers use per word of populations.
    private static final double REGISTERS_A_WORD = 1.5;

    private static final int OTHER_REGISTERS = 8;

    /// Compilers allocate registers in groups of this size.
    private static final int REGISTER_GROUP = 8;

    /// Maximum threads and blocks per multiprocessor.
    private static final int MOST_THREADS = 2048;

    private static final int MOST_BLOCKS = 32;

    private static final int WARP = 32;

    /// Issue slots per operation in double precision: GPUs have at most half as many units for it.
    private static final double DOUBLE_ISSUES = 2;

    /// Bytes of spilled registers per thread that L1 holds.
    private static final long SPILL_HIDDEN = 32;

    /// Launch parameters of a kernel.
    ///
    /// @param threads per block
    /// @param leastBlocks requested minimum per multiprocessor; 0: as registers allow
    /// @param registers per thread reported by the compiler; else 0
    /// @param spillBytes per thread reported by the compiler; else 0
    record Launch(int threads, int leastBlocks, int registers, long spillBytes) {}

    /// Prediction before compilation.
    /// @return one per kernel of the bulk, in the order of phases
    public static List<GpuDemand> of(GpuPlan plan) {
        return of(plan, 0, 0);
    }

    /// @param registers per thread reported by the compiler; else 0
    /// @param spillBytes per thread reported by the compiler; else 0
    /// @return one per kernel of the bulk, in the order of phases
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

    /// Resident warps per multiprocessor.
    private static int warps(GpuCounts counts, Launch launch) {
        int threads = Math.max(WARP, launch.threads());
        int registers = launch.registers() > 0 ? launch.registers() : registers(counts, launch);
        int allotted = Math.ceilDiv(registers, REGISTER_GROUP) * REGISTER_GROUP;
        int blocks = Math.min(REGISTERS / (allotted * threads), Math.min(MOST_BLOCKS, MOST_THREADS / threads));
        return Math.max(1, blocks) * threads / WARP;
    }

    /// Predicted registers per thread: for the populations of its nodes and, in place, their addresses.
    private static int registers(GpuCounts counts, Launch launch) {
        double words = counts.nodesPerThread() * counts.computedBytes() / (double) Integer.BYTES
                + (counts.isInPlace() && counts.operations() > 0 ? 1 : 0);
        int liked = OTHER_REGISTERS + (int) Math.ceil(REGISTERS_A_WORD * counts.accesses() / 2.0 * words);
        int allowed = launch.leastBlocks() == 0
                ? MOST_REGISTERS
                : REGISTERS / (launch.leastBlocks() * Math.max(WARP, launch.threads()));
        return Math.min(liked, Math.min(allowed, MOST_REGISTERS));
    }

    /// Where a direction of a thread's nodes needs several accesses, these share sectors. Later accesses find them in
    /// L1, unless too many loads are outstanding.
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

    /// Where nodes write to neighbours in a second population array, several warps write to sectors with holes.
    /// Sectors that warps of a fluid index share are merged in place only, as measured.
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

    /// While the threads of a block wait at a barrier, other resident blocks of the multiprocessor continue.
    private static double barriers(GpuCounts counts, Launch launch, int warps, GpuConstants constants) {
        double blocks = (double) warps * WARP / Math.max(WARP, launch.threads());
        return constants.barrierWait() / (blocks * blocks) / (launch.threads() * Math.sqrt(counts.lanes()));
    }

    /// Neighbours found by search are not contiguous: their populations need one access per node of a thread.
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
