package dev.tessera.geometry;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// All parts of a divided node map, each with layers of its neighbours' nodes. A part is made when it is first asked
/// for: a process makes its own ones and their neighbours.
public final class Parts {
    private final NodeMap whole;
    private final Partition partition;
    private final Subdomain.PeriodicSides sides;
    private final ForkJoinPool workers;
    private final int[][][] bounds; // [part][2][axis]
    private final int layers;
    private final @Nullable Subdomain[] made;

    private Parts(
            NodeMap whole,
            Partition partition,
            Subdomain.PeriodicSides sides,
            ForkJoinPool workers,
            int[][][] bounds,
            int layers) {
        this.whole = whole;
        this.partition = partition;
        this.sides = sides;
        this.workers = workers;
        this.bounds = bounds;
        this.layers = layers;
        this.made = new Subdomain[partition.parts()];
    }

    /// Divides a map, with one layer of neighbours' nodes.
    /// @param workers threads that share the work; needed until all parts are made
    /// @throws IllegalArgumentException if a part has no fluid node, or the partition is of another box
    public static Parts of(NodeMap whole, Partition partition, Subdomain.PeriodicSides sides, ForkJoinPool workers) {
        if (!partition.box().equals(whole.box())) {
            throw new IllegalArgumentException(
                    "parts of a box of %s nodes do not fit %s nodes".formatted(partition.box(), whole.box()));
        }
        Parts parts = new Parts(whole, partition, sides, workers, bounds(whole, partition, workers), 1);
        for (int part = 0; part < parts.bounds.length; part++) {
            if (parts.bounds[part][1][0] < 0) {
                throw new IllegalArgumentException(
                        "part %d of %d has no fluid node".formatted(part, partition.parts()));
            }
        }
        return parts;
    }

    /// The same division with layers of neighbours' nodes: parts exchange values after as many steps.
    /// @param wanted at least 1
    public Parts withLayers(int wanted) {
        return wanted == layers ? this : new Parts(whole, partition, sides, workers, bounds, wanted);
    }

    /// Layers of neighbours' nodes.
    public int layers() {
        return layers;
    }

    public NodeMap whole() {
        return whole;
    }

    /// Which part owns each node.
    public Partition partition() {
        return partition;
    }

    /// The number of parts.
    public int count() {
        return made.length;
    }

    /// One part. To be called first outside of parallel loops, as it has some.
    public synchronized Subdomain part(int part) {
        Subdomain found = made[part];
        if (found == null) {
            found = Subdomain.of(whole, partition, part, bounds[part], sides, layers, workers);
            made[part] = found;
        }
        return found;
    }

    /// All parts.
    public List<Subdomain> all() {
        return IntStream.range(0, count()).mapToObj(this::part).toList();
    }

    /// The parts that own nodes of a part's layers; itself too where a periodic side makes it its own neighbour.
    /// Ascending.
    public int[] neighbours(int part) {
        Subdomain its = part(part);
        BitSet found = new BitSet();
        FluidNodes.Ascending ascending = its.fluid().ascending();
        Box box = its.fluid().box();
        for (long number : its.others()) {
            long index = ascending.boxIndex(number);
            found.set(owner(its.wholeIndex(box.x(index), box.y(index), box.z(index))));
        }
        return found.stream().toArray();
    }

    /// The least and greatest coordinates of each part's nodes, `[part][2][axis]`; of a part without nodes the greatest
    /// ones are -1.
    private static int[][][] bounds(NodeMap whole, Partition partition, ForkJoinPool workers) {
        int[][][][] byPlane = new int[whole.box().nz()][][][];
        ParallelLoop.over(workers, byPlane.length, z -> byPlane[z] = boundsIn(z, whole, partition));
        int[][][] bounds = noBounds(partition.parts());
        for (int[][][] ofPlane : byPlane) {
            for (int part = 0; part < bounds.length; part++) {
                for (int axis = 0; axis < 3; axis++) {
                    bounds[part][0][axis] = Math.min(bounds[part][0][axis], ofPlane[part][0][axis]);
                    bounds[part][1][axis] = Math.max(bounds[part][1][axis], ofPlane[part][1][axis]);
                }
            }
        }
        return bounds;
    }

    /// Those of the nodes of one plane.
    private static int[][][] boundsIn(int z, NodeMap whole, Partition partition) {
        int[][][] bounds = noBounds(partition.parts());
        Box box = whole.box();
        FluidNodes fluid = whole.fluid();
        for (int y = 0; y < box.ny(); y++) {
            long row = box.index(0, y, z);
            long end = row + box.nx();
            for (long n = fluid.next(row, end); n < end; n = fluid.next(n + 1, end)) {
                int x = (int) (n - row);
                int[][] ofPart = bounds[partition.owner(x, y, z)];
                ofPart[0][0] = Math.min(ofPart[0][0], x);
                ofPart[0][1] = Math.min(ofPart[0][1], y);
                ofPart[0][2] = z;
                ofPart[1][0] = Math.max(ofPart[1][0], x);
                ofPart[1][1] = Math.max(ofPart[1][1], y);
                ofPart[1][2] = z;
            }
        }
        return bounds;
    }

    private static int[][][] noBounds(int parts) {
        int[][][] bounds = new int[parts][2][3];
        for (int[][] ofPart : bounds) {
            Arrays.fill(ofPart[0], Integer.MAX_VALUE);
            Arrays.fill(ofPart[1], -1);
        }
        return bounds;
    }

    /// The part that owns a node of the whole.
    public int owner(long wholeIndex) {
        Box box = whole.box();
        return partition.owner(box.x(wholeIndex), box.y(wholeIndex), box.z(wholeIndex));
    }
}
