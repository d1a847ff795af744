package dev.tessera.geometry.partition;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Partition;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.geometry.Tiling;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// A division of a geometry, with its sizes and its time of a step.
///
/// @param method that made it
/// @param sizes of the parts, `[part]`
/// @param stepS time of a step by the costs that it was made for
/// @param imbalance as [StepCosts#imbalance]
public record Cut(String method, Partition partition, List<PartSize> sizes, double stepS, double imbalance) {
    /// The edge of a tile between which geometries are cut.
    private static final int EDGE = 4;

    /// The weight of a link along x where scattered memory accesses cost more than the links themselves.
    private static final int ALONG_X = 8;

    public Cut {
        sizes = List.copyOf(sizes);
    }

    /// Tiles of 4 nodes' edge.
    /// @param is2d whether the geometry is one node deep
    public static Tiling usualTiles(boolean is2d) {
        return Tiling.of(EDGE, EDGE, is2d ? 1 : EDGE);
    }

    /// All known ways of dividing; of equally good ones the first is used.
    public static List<CutMethod> methods() {
        return List.of(
                Bisection.planes(),
                Bisection.axes(0.002, 1),
                Bisection.axes(0.002, ALONG_X),
                Bisection.branches(0.005, 1),
                Bisection.branches(0.005, ALONG_X),
                new HilbertCurve());
    }

    /// Divides a geometry by every method and returns the division with the shortest step. Collective where processes
    /// have a slab each: all get the same.
    /// @param codes of the lattice's directions, `(x+1) + 3(y+1) + 9(z+1)`
    /// @throws GeometryException if there are more parts than tiles that contain fluid
    public static Cut best(TileGraph graph, int[] codes, StepCosts costs, ForkJoinPool workers) {
        return all(graph, codes, costs, methods(), workers).getFirst();
    }

    /// The divisions by several methods, that with the shortest step first. Collective as [#best].
    public static List<Cut> all(
            TileGraph graph, int[] codes, StepCosts costs, List<CutMethod> methods, ForkJoinPool workers) {
        requireTiles(graph, costs.parts());
        List<CutMethod> useful = costs.parts() == 1
                ? methods.subList(0, 1)
                : methods.stream().filter(method -> method.isFor(graph)).toList();
        Counted[] counted = new Counted[useful.size()];
        ParallelLoop.over(workers, counted.length, k -> counted[k] = of(graph, useful.get(k), codes, costs, workers));
        Cut[] cuts = new Cut[counted.length];
        for (int k = 0; k < cuts.length; k++) { // one after the other, as processes exchange values
            cuts[k] = counted[k].cut(useful.get(k).key(), graph, costs);
        }
        Arrays.sort(cuts, Comparator.comparingDouble(Cut::stepS)); // stable
        return List.of(cuts);
    }

    /// Every part needs a tile.
    /// @throws GeometryException if there are more parts than tiles that contain fluid
    public static void requireTiles(TileGraph graph, int parts) {
        if (parts > graph.tiles()) {
            throw new GeometryException(
                    "%d parts are too many: a box of %s nodes has %d tiles of %d x %d x %d nodes that contain fluid, and every part needs one. Use at most %d parts, or a finer spacing"
                            .formatted(
                                    parts,
                                    graph.box(),
                                    graph.tiles(),
                                    graph.edge(0),
                                    graph.edge(1),
                                    graph.edge(2),
                                    graph.tiles()));
        }
    }

    private static Counted of(TileGraph graph, CutMethod method, int[] codes, StepCosts costs, ForkJoinPool workers) {
        int[] owners = method.owners(graph, costs.shares(), workers);
        return new Counted(owners, CutSizes.of(graph, owners, costs.parts(), codes, workers));
    }

    /// A division whose sizes were counted in the own slab.
    @SuppressWarnings("ArrayRecordComponent")
    private record Counted(int[] owners, CutSizes own) {
        /// Collective.
        Cut cut(String method, TileGraph graph, StepCosts costs) {
            List<PartSize> sizes = own.ofAll();
            return new Cut(method, graph.partition(owners), sizes, costs.of(sizes), costs.imbalance(sizes));
        }
    }

    /// The parts of the geometry that was cut, with their halos.
    /// @param workers threads that share the work
    public Parts parts(NodeMap nodes, ForkJoinPool workers) {
        return Parts.of(nodes, partition, Subdomain.PeriodicSides.KEPT, workers);
    }

    @Override
    public String toString() {
        return "%d parts, divided by %s: %,d cut links, imbalance %.2f %%"
                .formatted(sizes.size(), method, links(), 100 * imbalance);
    }

    /// Links that two parts share: each carries a population in both directions.
    public long links() {
        return sizes.stream().mapToLong(PartSize::populations).sum() / 2;
    }
}
