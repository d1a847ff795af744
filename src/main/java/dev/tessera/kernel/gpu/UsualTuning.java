package dev.tessera.kernel.gpu;

import dev.tessera.geometry.CutLinks;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.StorageLayout;

/// The launch of plans whose launches are not measured: the fastest one on an H200 (docs/benchmarks/gpu.md).
final class UsualTuning {
    private static final int THREADS = 128;
    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Maximum nodes per thread: 8 halves were slower, because of registers.
    private static final int MOST_NODES = 4;

    /// Maximum number of directions for which registers are limited.
    private static final int MOST_DIRECTIONS = 19;

    /// Leaves 128 registers to each thread.
    private static final int BLOCKS = 4;

    /// Leaves 64 registers to each thread, which is enough for rules of sides in FP32: 7 % faster than 80.
    private static final int BLOCKS_FP32 = 8;

    /// If one in so many groups of 32 positions is beside walls, threads have one node: with several, a warp takes
    /// two paths wherever one of its groups is beside a wall across x.
    private static final int GROUPS_PER_ONE_BESIDE_WALLS = 20;

    private UsualTuning() {}

    /// @param sweepsOthers whether the sweep also updates nodes of other classes, except those beside curved walls
    static Tuning of(StepPlan plan, Locator locator, boolean sweepsOthers) {
        boolean isMixed =
                locator instanceof Locator.Dense && plan.isSimpleInBulk() && (sweepsOthers || areManyBesideWalls(plan));
        return isMixed ? new Tuning(THREADS, blocks(plan), 1) : ofBulk(plan, locator);
    }

    /// Where most warps have nodes of the bulk alone, and where the sweep also updates those beside curved walls
    /// ([Tuning#besideWalls]).
    static Tuning ofBulk(StepPlan plan, Locator locator) {
        if (!plan.isSimpleInBulk()) {
            return Tuning.of(THREADS, 1); // several arrays: without a limit of registers
        }
        if (iterates(plan)) {
            return iterating(plan.precision()).within(locator);
        }
        StorageLayout storage = plan.storage();
        return switch (locator) {
            case Locator.Dense d -> sideBySide(plan.precision()).within(locator);
            case Locator.Tiles t -> sideBySide(plan.precision()).within(locator);
            case Locator.Ghosts g -> Tuning.of(64, 1).within(locator);
            case Locator.Compact c -> Tuning.of(THREADS, 1);
            case Locator.Segments s -> onSegments(storage, plan.precision());
            case Locator.Listed l -> Tuning.of(THREADS, 1);
            case Locator.Indexed i -> Tuning.of(THREADS, 1);
            case Locator.Own o -> Tuning.of(THREADS, 1);
        };
    }

    /// As many adjacent nodes as fit into an access of 16 bytes.
    private static Tuning sideBySide(Precision precision) {
        return Tuning.of(THREADS, Math.min(MOST_NODES, WIDEST_ACCESS_BYTES / precision.storedBytes()));
    }

    private static int blocks(StepPlan plan) {
        if (plan.storage().lattice().size() > MOST_DIRECTIONS || iterates(plan)) {
            return 0;
        }
        return plan.precision().computed() == Real.FP32 ? BLOCKS_FP32 : BLOCKS;
    }

    private static boolean iterates(StepPlan plan) {
        return plan.classes().getFirst().steps().stream()
                .flatMap(kernel -> kernel.statements().stream())
                .anyMatch(Statement.Iterate.class::isInstance);
    }

    /// Kernels with a loop need all registers.
    private static Tuning iterating(Precision precision) {
        return Tuning.of(THREADS, precision.computed() == Real.FP32 ? 2 : 1);
    }

    private static boolean areManyBesideWalls(StepPlan plan) {
        CutLinks links = plan.nodes().links();
        long[] numbers = new long[links.boundaryNodes()];
        for (int b = 0; b < numbers.length; b++) {
            numbers[b] = links.node(b);
        }
        long groups = 0;
        int last = -1;
        for (int position : NodeTables.positions(plan, numbers)) {
            int group = position / NodeTables.GROUP;
            groups += group != last ? 1 : 0;
            last = group;
        }
        return groups * GROUPS_PER_ONE_BESIDE_WALLS * NodeTables.GROUP
                >= plan.storage().placement().positions();
    }

    /// Two nodes if memory instructions limit a thread more than its registers.
    private static Tuning onSegments(StorageLayout storage, Precision precision) {
        boolean isLight = storage.lattice().size() <= MOST_DIRECTIONS && precision.computed() == Real.FP32;
        return isLight && storage.pattern().copies() == 2
                ? Tuning.of(THREADS, 2)
                : new Tuning(THREADS, leastBlocks(storage, precision), 1);
    }

    private static int leastBlocks(StorageLayout storage, Precision precision) {
        if (storage.lattice().size() > MOST_DIRECTIONS) {
            return 0;
        }
        if (storage.pattern().copies() == 2) {
            return 6;
        }
        return precision.equals(Precision.FP32) && storage.privateSlots() == 0 ? 8 : 4;
    }
}
