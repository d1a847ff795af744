package dev.tessera.geometry;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// All parts of a divided node map, each with its halo.
///
/// @param partition which part updates each node
/// @param subdomains the parts, `[part]`
public record Parts(NodeMap whole, Partition partition, List<Subdomain> subdomains) {
    public Parts {
        subdomains = List.copyOf(subdomains);
        if (subdomains.size() != partition.parts() || !partition.box().equals(whole.box())) {
            throw new IllegalArgumentException("%d parts of a box of %s nodes do not fit %d parts of %s nodes"
                    .formatted(subdomains.size(), whole.box(), partition.parts(), partition.box()));
        }
    }

    /// Divides a map.
    /// @param workers threads that share the work
    /// @throws IllegalArgumentException if a part has no fluid node
    public static Parts of(NodeMap whole, Partition partition, Subdomain.PeriodicSides sides, ForkJoinPool workers) {
        int[][][] bounds = bounds(whole, partition, workers);
        return new Parts(
                whole,
                partition,
                IntStream.range(0, partition.parts())
                        .mapToObj(part -> Subdomain.of(whole, partition, part, bounds[part], sides, workers))
                        .toList());
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

    /// The part that updates a node of the whole.
    public int owner(long wholeIndex) {
        Box box = whole.box();
        return partition.owner(box.x(wholeIndex), box.y(wholeIndex), box.z(wholeIndex));
    }
}
