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

/// What is counted of one phase of the bulk's kernel, before any constant: in its storage, tables and
/// expressions.
///
/// @param storedBytes of a population
/// @param computedBytes of a value that is computed with
/// @param isInPlace whether the kernel writes what it has read
/// @param sectors of populations
/// @param lanes threads that have work, of those of warps that have any
/// @param idle threads of warps without work, a fluid node
/// @param ghostValues that are brought from ghost buffers and to them, by a thread
/// @param tableBytes read from tables, a fluid node
/// @param operations of a node, a fused multiply-add counted as one
/// @param accesses of a node to populations
/// @param staging what a block of threads brings to shared memory first
/// @param search for neighbours
/// @param neighbours whose slots a node reaches
/// @param choices of these, those whose link is looked at: where it is cut the slot is another
/// @param rounds of look-ups, each of which waits for the one before, until the first population is loaded
/// @param ranksPrivateSlots whether a cut link's slot is found by rank
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
    /// What a block of threads brings to shared memory before its nodes are worked on.
    public enum Staging {
        NONE,
        /// What is known about the tiles around.
        LOOKUP,
        /// Ghost values.
        GHOSTS
    }

    /// How a kernel finds a neighbour.
    public enum Search {
        /// By arithmetic alone, or in a list.
        NONE,
        /// In an index array over the box.
        INDEX,
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
        OperationCount counted = KernelCost.of(kernel.kernel()).operations();
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

    /// A list's indices, and the orders of ghost values, hold the slot that it is.
    private static boolean hasChoices(Locator locator) {
        return !(locator instanceof Locator.Listed || locator instanceof Locator.Ghosts);
    }

    /// Types of nodes, indices, the records of tiles or segments and of those around them, ghost values.
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

    /// A kernel whose nodes stay among themselves brings nothing.
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

    /// Whether only a node that reaches for a neighbour reads the table.
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
            case "tiles" -> locator instanceof Locator.Ghosts ? 0 : 1; // listed nodes alone look for tiles
            case "arrivals", "departures" -> 0; // the same for all tiles
            case "private_lists", "private_words", "private_before" -> 0; // few, and waited for
            default -> 1;
        };
    }
}
