package dev.tessera.geometry.partition;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Pieces of a Hilbert curve through the tile mesh: successive tiles of the curve are neighbours, so that pieces are
/// compact.
///
/// Source: J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707, 381 (2004).
public record HilbertCurve() implements CutMethod {
    @Override
    public String key() {
        return "hilbert-curve";
    }

    @Override
    public int[] owners(TileGraph graph, double[] shares, ForkJoinPool workers) {
        int longest = Math.max(
                graph.mesh().nx(), Math.max(graph.mesh().ny(), graph.mesh().nz()));
        int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(longest - 1));
        if (3 * bits > Long.SIZE - 1) {
            throw new IllegalArgumentException(
                    "a mesh of %s tiles is too long for a Hilbert curve".formatted(graph.mesh()));
        }
        long[] keys = new long[graph.tiles()];
        for (int tile = 0; tile < keys.length; tile++) {
            keys[tile] = place(graph.along(0, tile), graph.along(1, tile), graph.along(2, tile), bits);
        }
        return divided(graph, ordered(keys), shares);
    }

    /// Tiles in ascending order of their keys, which differ.
    private static int[] ordered(long[] keys) {
        long[] sorted = keys.clone();
        Arrays.parallelSort(sorted);
        int[] order = new int[keys.length];
        for (int tile = 0; tile < keys.length; tile++) {
            order[Arrays.binarySearch(sorted, keys[tile])] = tile;
        }
        return order;
    }

    /// Assigns successive tiles to parts, where the sums of nodes are nearest to the sums of shares.
    private static int[] divided(TileGraph graph, int[] order, double[] shares) {
        int[] owners = new int[order.length];
        double perShare = graph.fluidNodes() / Arrays.stream(shares).sum();
        double end = 0;
        long sum = 0;
        int next = 0;
        for (int part = 0; part < shares.length; part++) {
            end += perShare * shares[part];
            int last = order.length - (shares.length - 1 - part); // every later part gets a tile
            int from = next;
            while (next < last
                    && (next == from || sum + graph.nodes(order[next]) / 2.0 <= end || part == shares.length - 1)) {
                sum += graph.nodes(order[next]);
                owners[order[next++]] = part;
            }
        }
        return owners;
    }

    /// The place of a tile on a curve through 2^bits tiles by axis.
    static long place(int x, int y, int z, int bits) {
        int[] at = {x, y, z};
        int top = 1 << bits - 1;
        for (int q = top; q > 1; q >>= 1) { // inverse of undoing the excess work
            for (int axis = 0; axis < 3; axis++) {
                if ((at[axis] & q) != 0) {
                    at[0] ^= q - 1;
                } else {
                    int swapped = (at[0] ^ at[axis]) & q - 1;
                    at[0] ^= swapped;
                    at[axis] ^= swapped;
                }
            }
        }
        at[1] ^= at[0]; // Gray code
        at[2] ^= at[1];
        int flips = 0;
        for (int q = top; q > 1; q >>= 1) {
            flips ^= (at[2] & q) != 0 ? q - 1 : 0;
        }
        long place = 0;
        for (int bit = bits - 1; bit >= 0; bit--) {
            for (int axis = 0; axis < 3; axis++) {
                place = place << 1 | ((at[axis] ^ flips) >>> bit & 1);
            }
        }
        return place;
    }
}
