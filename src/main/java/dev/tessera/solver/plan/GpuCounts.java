package dev.tessera.solver.plan;

import dev.tessera.expr.OperationCount;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuTable;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.cost.Sectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// Counted properties of one phase of the bulk's kernel, from its storage, tables and expressions; free of fitted
/// constants.
///
/// @param storedBytes of a population
/// @param computedBytes of a value in computations
/// @param isInPlace whether the kernel writes to the slots that it reads
/// @param sectors of populations
/// @param lanes fraction of active threads in active warps
/// @param idle threads of inactive warps, per fluid node
/// @param ghostValues read from and written to ghost buffers, per thread
/// @param tableBytes read from tables, per fluid node
/// @param operations that most nodes compute; a fused multiply-add counts as one
/// @param accesses to populations, per node
/// @param staging what a thread block first loads into shared memory
/// @param search for neighbours
/// @param neighbours whose slots a node accesses
/// @param choices those whose link is checked, since a cut link has another slot
/// @param rounds of dependent table look-ups before the first population is loaded
/// @param ranksPrivateSlots whether the slot of a cut link is found by rank
public record GpuCounts(
        int storedBytes,
        int computedBytes,
        int nodesPerThread,
        boolean isInPlace,
        Sectors sectors,
        double lanes,
        double idle,
        double ghostValues,
        double tableBytes,
        int operations,
        int accesses,
        Staging staging,
        Search search,
        int neighbours,
        int choices,
        int rounds,
        boolean ranksPrivateSlots) {
    /// What a thread block loads into shared memory before it processes its nodes.
    public enum Staging {
        NONE,
        /// Table entries of the neighbouring tiles.
        LOOKUP,
        /// Ghost values.
        GHOSTS
    }

    /// How a kernel finds a neighbour.
    public enum Search {
        /// By arithmetic only, or in a list.
        NONE,
        /// In an index array over the box.
        INDEX,
        /// By counting bits in the masks of segments of lines.
        SEGMENTS,
        /// By counting bits in the masks of tiles.
        TILES
    }

    /// @return one per kernel of the bulk, in the order of phases
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
        List<Reach> moved = kernel.reaches().stream()
                .filter(reach -> reach.open() instanceof Place.Slot(boolean neighbours, int a, int c) && neighbours)
                .toList();
        double tableBytes = 0;
        for (GpuTable table : plan.tables()) {
            boolean isRead = kernel.arguments().stream()
                    .anyMatch(argument -> argument.name().equals(table.name()));
            boolean isAsked = !moved.isEmpty() || !isOfNeighbours(table, kernel);
            tableBytes += isRead && isAsked
                    ? readPart(table, 1 - plan.plainPart(), kernel.locator()) * table.bytes() / fluid
                    : 0;
        }
        boolean isAlone = moved.isEmpty();
        boolean choosesSlots = kernel.walls() && hasChoices(kernel.locator());
        OperationCount counted = KernelCost.usual(kernel.kernel());
        StorageLayout storage = plan.plan().storage();
        return new GpuCounts(
                storage.bytesPerValue(),
                plan.precision().computedBytes(),
                plan.tuning().nodesPerThread(),
                plan.copies() == 1 || kernel.reads().equals(kernel.writes()),
                sectors,
                sectors.lanes(),
                Math.max(0, plan.visitedBy(kernel) / fluid - 1 / sectors.lanes()),
                ghostValues(kernel.locator()),
                tableBytes,
                counted.flops() - counted.fmas(),
                kernel.reaches().size(),
                staging(plan, kernel.locator(), isAlone),
                search(kernel.locator()),
                links(moved.stream()),
                choosesSlots ? links(moved.stream().filter(reach -> !reach.isSameAcrossCut())) : 0,
                rounds(kernel.locator(), isAlone),
                kernel.ranksPrivateSlots());
    }

    private static int links(Stream<Reach> reaches) {
        return (int) reaches.map(Reach::link).distinct().count();
    }

    /// The indices of a list and the orders of ghost values already contain the right slot.
    private static boolean hasChoices(Locator locator) {
        return !(locator instanceof Locator.Listed || locator instanceof Locator.Ghosts);
    }

    /// Look-ups: types of nodes, indices, records of tiles or segments and of their neighbours, ghost values.
    private static int rounds(Locator locator, boolean isAlone) {
        return switch (locator) {
            case Locator.Dense d -> 1;
            case Locator.Tiles t -> isAlone ? 1 : 3;
            case Locator.Ghosts g -> 3;
            case Locator.Compact c -> isAlone ? 0 : 2;
            case Locator.Segments s -> isAlone ? 0 : 2;
            case Locator.Listed l -> isAlone ? 0 : 1;
            case Locator.Indexed i -> isAlone ? 1 : 2;
            case Locator.Own o -> 0;
        };
    }

    private static Search search(Locator locator) {
        return switch (locator) {
            case Locator.Indexed i -> Search.INDEX;
            case Locator.Segments s -> Search.SEGMENTS;
            case Locator.Compact c -> Search.TILES;
            default -> Search.NONE;
        };
    }

    /// A kernel that accesses no neighbours loads nothing.
    private static Staging staging(GpuPlan plan, Locator locator, boolean isAlone) {
        return switch (locator) {
            case Locator.Ghosts g -> Staging.GHOSTS;
            case Locator.Tiles t when plan.tuning().lookup() == TileLookup.SHARED && !isAlone -> Staging.LOOKUP;
            default -> Staging.NONE;
        };
    }

    private static double ghostValues(Locator locator) {
        return locator instanceof Locator.Ghosts ghosts
                ? 2.0 * ghosts.paths().values() / ghosts.shape().nodes()
                : 0;
    }

    /// Whether only nodes that access a neighbour read the table.
    private static boolean isOfNeighbours(GpuTable table, GpuKernel kernel) {
        return switch (table.name()) {
            case "tiles", "neighbours", "records", "segments" -> true;
            case "nodes" -> !kernel.selective();
            default -> false;
        };
    }

    private static double readPart(GpuTable table, double unlike, Locator locator) {
        return switch (table.name()) {
            case "words" -> unlike;
            case "tiles" -> locator instanceof Locator.Ghosts ? 0 : 1; // only listed nodes look up tiles
            case "arrivals", "departures" -> 0; // the same for all tiles
            case "private_lists", "private_words", "private_before" -> 0; // few, and counted as waits
            default -> 1;
        };
    }
}
