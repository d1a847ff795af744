package dev.tessera.solver.plan;

import dev.tessera.expr.OperationCount;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.kernel.gpu.GpuPlan.Table;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Reach.Place;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.cost.Bursts;
import dev.tessera.layout.cost.Sectors;
import java.util.ArrayList;
import java.util.List;

/// What one phase of the bulk's kernel asks of a GPU, a fluid node: counted in the storage and its tables. What is
/// not counted is one of the constants below, all fitted to the 144 rows of `docs/benchmarks/gpu-quick-h200.json`.
///
/// @param memoryBytes moved to and from memory: pairs of sectors of the nodes' own populations in and out, tables,
///     loads that meet a sector again, and sectors that are written in parts
/// @param cacheBytes moved to and from L2 for populations, in whole sectors
/// @param instructions of one thread
/// @param fp64Operations of one thread
/// @param waits time that nothing hides, in nanoseconds of one multiprocessor
/// @param ease part of the bandwidth that accesses of this width reach
public record GpuDemand(
        double memoryBytes, double cacheBytes, double instructions, double fp64Operations, double waits, double ease) {
    /// Part of the loads of a sector that another warp has loaded too which go to memory again.
    private static final double MISSED = 0.18;

    /// Sectors that the write of a part of a sector moves beside the sector itself.
    private static final double COMPLETED = 0.545;

    /// Bandwidth that kernels reach which write where they read, by the bytes of a warp's access: 128, 256.
    private static final double IN_PLACE_128 = 0.854;

    private static final double IN_PLACE_256 = 0.908;

    /// Bandwidth reached where a thread moves more than 16 bytes a direction: too few threads fit.
    private static final double WIDE = 0.885;

    private static final int WIDEST_ACCESS_BYTES = 16;

    /// Instructions beside arithmetic: loads, stores, addresses.
    private static final double BASE_INSTRUCTIONS = 100;

    /// More of them where neighbours are found by counting bits: in segments of lines, in tiles.
    private static final double SEGMENT_INSTRUCTIONS = 350;

    private static final double TILE_INSTRUCTIONS = 1450;

    /// Waits in nanoseconds of one multiprocessor (of 132): for a node's word of open links before its loads; for
    /// private slots by rank, where there are any, and for each access of a warp to them; for each byte that
    /// registers spill past what the nearest cache holds.
    private static final double WORD_WAIT = 2.95;

    private static final double PRIVATE_WAIT = 2.33;
    private static final double PRIVATE_ACCESS_WAIT = 22.6;
    private static final double SPILL_WAIT = 0.0357;
    private static final long SPILL_HIDDEN = 32;

    /// An index array was not measured: its threads go over the box, and are taken to wait for indices as others do for
    /// words of open links.
    /// @param spillBytes of a thread, where a compiler has said it; else 0
    /// @return for each phase
    public static List<GpuDemand> of(GpuPlan plan, long spillBytes) {
        List<Sectors> sectors = Sectors.of(plan.plan().storage(), plan.tuning().nodesPerThread());
        List<PhaseKernel> steps = plan.classes().getFirst().steps();
        List<GpuDemand> demands = new ArrayList<>();
        for (int phase = 0; phase < steps.size(); phase++) {
            demands.add(of(plan, steps.get(phase).kernel(), sectors.get(phase), spillBytes));
        }
        return demands;
    }

    private static GpuDemand of(GpuPlan plan, GpuKernel kernel, Sectors sectors, long spillBytes) {
        double fluid = Math.max(1, plan.plan().fluidNodes());
        boolean isIndexed = kernel.locator() instanceof Locator.Indexed;
        double guarded = isIndexed ? 1 : 1 - plainPart(plan);
        double lanes = isIndexed ? fluid / plan.swept() : sectors.lanes();
        double own = 2 * sectors.ownPairs();
        double moved = 2 * own + MISSED * Math.max(0, sectors.loads() - own) + COMPLETED * sectors.partialStores();
        double tables = 0;
        for (Table table : plan.tables()) {
            tables += readPart(table, guarded) * table.bytes() / fluid;
        }
        OperationCount counted = KernelCost.of(kernel.kernel()).operations();
        int operations = counted.flops() - counted.fmas();
        boolean isDouble = plan.precision().computedBytes() == Double.BYTES;
        double instructions = BASE_INSTRUCTIONS + addressInstructions(kernel) + (isDouble ? 2.0 : 1.0) * operations;
        double waits = guarded * WORD_WAIT / lanes
                + SPILL_WAIT * Math.max(0, spillBytes - SPILL_HIDDEN)
                + (kernel.ranksPrivateSlots() ? PRIVATE_WAIT + PRIVATE_ACCESS_WAIT * sectors.privateAccesses() : 0);
        return new GpuDemand(
                moved * Sectors.BYTES + tables,
                (sectors.loads() + sectors.stores()) * Sectors.BYTES,
                instructions / lanes,
                isDouble ? operations / lanes : 0,
                waits,
                ease(plan));
    }

    /// Part of the positions whose groups of 32 have all links open.
    private static double plainPart(GpuPlan plan) {
        for (Table table : plan.tables()) {
            if (table.name().equals("plain") && table.content() instanceof int[] words) {
                long groups = 0;
                for (int word : words) {
                    groups += Integer.bitCount(word);
                }
                return Math.min(1, groups * (double) Bursts.WARP / plan.positions());
            }
        }
        return 1;
    }

    private static double readPart(Table table, double guarded) {
        return switch (table.name()) {
            case "words" -> guarded;
            case "private_lists", "private_words", "private_before" -> 0; // few, and waited for
            default -> 1;
        };
    }

    private static double addressInstructions(GpuKernel kernel) {
        boolean moves = kernel.reaches().stream()
                .anyMatch(reach -> reach.open() instanceof Place.Slot(boolean neighbours, int a, int c) && neighbours);
        return switch (kernel.locator()) {
            case Locator.Compact c -> moves ? TILE_INSTRUCTIONS : 0;
            case Locator.Segments s -> moves ? SEGMENT_INSTRUCTIONS : 0;
            default -> 0;
        };
    }

    private static double ease(GpuPlan plan) {
        StorageLayout storage = plan.plan().storage();
        int bytes = plan.tuning().nodesPerThread() * storage.bytesPerValue();
        if (bytes > WIDEST_ACCESS_BYTES) {
            return WIDE;
        }
        if (storage.pattern().copies() > 1 || bytes * Bursts.WARP >= 512) {
            return 1;
        }
        return bytes * Bursts.WARP >= 256 ? IN_PLACE_256 : IN_PLACE_128;
    }
}
