package dev.tessera.solver.plan;

import dev.tessera.expr.OperationCount;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.Table;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.cost.Sectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What is counted of one phase of the bulk's kernel, before any constant: in its storage, tables and
/// expressions.
///
/// @param storedBytes of a population
/// @param computedBytes of a value that is computed with
/// @param populationBytes that are allocated
/// @param sectors of populations
/// @param lanes threads that have work, of all
/// @param guarded part of the nodes that look at a word of open links
/// @param tableBytes read from tables, a fluid node
/// @param operations of a node, a fused multiply-add counted as one
/// @param accesses of a node to populations
/// @param search for neighbours
/// @param searched of the accesses, those to a neighbour's slot
/// @param choices of these, those that look at the link: where it is cut the slot is another
/// @param ranksPrivateSlots whether a cut link's slot is found by rank
public record GpuCounts(
        int storedBytes,
        int computedBytes,
        int nodesPerThread,
        long populationBytes,
        Sectors sectors,
        double lanes,
        double guarded,
        double tableBytes,
        int operations,
        int accesses,
        Search search,
        int searched,
        int choices,
        boolean ranksPrivateSlots) {
    /// How a kernel finds a neighbour.
    public enum Search {
        /// By arithmetic alone, or in a list.
        NONE,
        /// By counting bits in the masks of segments of lines.
        SEGMENTS,
        /// By counting bits in the masks of tiles.
        TILES
    }

    /// @return for each kernel of the bulk, phase after phase
    public static List<GpuCounts> of(GpuPlan plan) {
        List<List<GpuKernel>> steps = plan.kernelsOfBulk();
        List<Sectors> sectors = steps.getFirst().getFirst().locator() instanceof Locator.Ghosts ghosts
                ? Collections.nCopies(steps.size(), GhostTraffic.of(plan, ghosts))
                : Sectors.of(plan.plan().storage(), plan.tuning().nodesPerThread());
        List<GpuCounts> counts = new ArrayList<>();
        for (int phase = 0; phase < steps.size(); phase++) {
            for (GpuKernel kernel : steps.get(phase)) {
                boolean isInPlace = plan.copies() == 2 && kernel.reads().equals(kernel.writes());
                counts.add(of(plan, kernel, isInPlace ? sectors.get(phase).inPlace() : sectors.get(phase)));
            }
        }
        return counts;
    }

    private static GpuCounts of(GpuPlan plan, GpuKernel kernel, Sectors sectors) {
        double fluid = Math.max(1, plan.plan().fluidNodes());
        boolean isIndexed = kernel.locator() instanceof Locator.Indexed;
        double guarded = isIndexed ? 1 : 1 - plan.plainPart();
        double tableBytes = 0;
        for (Table table : plan.tables()) {
            boolean isRead = kernel.arguments().stream()
                    .anyMatch(argument -> argument.name().equals(table.name()));
            tableBytes += isRead ? readPart(table, guarded, kernel.locator()) * table.bytes() / fluid : 0;
        }
        Search search = search(kernel.locator());
        List<Reach> moved = kernel.reaches().stream()
                .filter(reach -> reach.open() instanceof Place.Slot(boolean neighbours, int a, int c) && neighbours)
                .toList();
        long choices = kernel.walls() && search != Search.NONE
                ? moved.stream().filter(reach -> !reach.isSameAcrossCut()).count()
                : 0;
        OperationCount counted = KernelCost.of(kernel.kernel()).operations();
        StorageLayout storage = plan.plan().storage();
        return new GpuCounts(
                storage.bytesPerValue(),
                plan.precision().computedBytes(),
                plan.tuning().nodesPerThread(),
                storage.slots() * storage.bytesPerValue(),
                sectors,
                isIndexed ? fluid / plan.swept() : sectors.lanes(),
                guarded,
                tableBytes,
                counted.flops() - counted.fmas(),
                kernel.reaches().size(),
                search,
                moved.size(),
                (int) choices,
                kernel.ranksPrivateSlots());
    }

    private static Search search(Locator locator) {
        return switch (locator) {
            case Locator.Segments s -> Search.SEGMENTS;
            case Locator.Compact c -> Search.TILES;
            default -> Search.NONE;
        };
    }

    private static double readPart(Table table, double guarded, Locator locator) {
        return switch (table.name()) {
            case "words" -> guarded;
            case "tiles" -> locator instanceof Locator.Ghosts ? 0 : 1; // listed nodes alone look for tiles
            case "arrivals", "departures" -> 0; // the same for all tiles
            case "private_lists", "private_words", "private_before" -> 0; // few, and waited for
            default -> 1;
        };
    }
}
