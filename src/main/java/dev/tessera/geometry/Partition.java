package dev.tessera.geometry;

import java.util.Arrays;

/// A division of a box into parts: every tile of a tiling belongs to one of them. Immutable.
public final class Partition {
    private final Box box;
    private final int parts;
    private final int[] owners; // [tile]
    private final int[] tileOfX; // [x] tile along x
    private final int[] tileOfY; // [y] first tile of the row of tiles
    private final int[] tileOfZ; // [z] first tile of the plane of tiles

    private Partition(Box box, Tiling tiling, int[] owners, int parts) {
        this.box = box;
        this.parts = parts;
        this.owners = owners;
        int tilesX = tiling.tilesX(box);
        this.tileOfX = tilesAlong(box.nx(), tiling.offsetX(), tiling.a(), 1);
        this.tileOfY = tilesAlong(box.ny(), tiling.offsetY(), tiling.b(), tilesX);
        this.tileOfZ = tilesAlong(box.nz(), tiling.offsetZ(), tiling.c(), tilesX * tiling.tilesY(box));
    }

    private static int[] tilesAlong(int nodes, int offset, int edge, int stride) {
        int[] tiles = new int[nodes];
        Arrays.setAll(tiles, at -> (at + offset) / edge * stride);
        return tiles;
    }

    /// @param owners the part of each tile, 0, 1 …, `[tile z][tile y][tile x]`
    /// @throws IllegalArgumentException if the number of owners is not that of the tiles, or one is negative
    public static Partition of(Box box, Tiling tiling, int[] owners) {
        if (owners.length != tiling.tiles(box)) {
            throw new IllegalArgumentException("a box of %s nodes has %d tiles, but %d owners are given"
                    .formatted(box, tiling.tiles(box), owners.length));
        }
        int parts = 0;
        for (int owner : owners) {
            if (owner < 0) {
                throw new IllegalArgumentException("there is no part " + owner);
            }
            parts = Math.max(parts, owner + 1);
        }
        return new Partition(box, tiling, owners.clone(), parts);
    }

    /// Parts whose fluid nodes are in proportion to `shares`, as near as whole tiles allow: the box is halved
    /// between tiles, along its longest axis, until each block is one part.
    ///
    /// @param tiling of the cuts; tiles as wide as the box along two axes give planes
    /// @param shares of the parts, positive, such as the speeds of devices
    /// @throws IllegalArgumentException if a part would have no fluid node
    public static Partition balanced(FluidNodes fluid, Tiling tiling, double... shares) {
        return new Bisection(fluid, tiling, shares).run();
    }

    /// Equal parts between planes at right angles to an axis.
    /// @param axis 0, 1, 2 for x, y, z
    public static Partition planes(FluidNodes fluid, int axis, int parts) {
        Box box = fluid.box();
        Tiling slabs = Tiling.of(axis == 0 ? 1 : box.nx(), axis == 1 ? 1 : box.ny(), axis == 2 ? 1 : box.nz());
        double[] shares = new double[parts];
        Arrays.fill(shares, 1);
        return balanced(fluid, slabs, shares);
    }

    public Box box() {
        return box;
    }

    /// The number of parts.
    public int parts() {
        return parts;
    }

    /// The part that updates node (x, y, z).
    public int owner(int x, int y, int z) {
        return owners[tileOfX[x] + tileOfY[y] + tileOfZ[z]];
    }

    /// Halves blocks of tiles.
    private static final class Bisection {
        private final Box box;
        private final Tiling tiling;
        private final double[] shares;
        private final int[] edge; // nodes of a tile by axis
        private final int[] tiles; // by axis
        private final long[] counts; // fluid nodes by tile
        private final int[] owners;

        Bisection(FluidNodes fluid, Tiling tiling, double[] shares) {
            this.box = fluid.box();
            this.tiling = tiling;
            this.shares = shares;
            this.edge = new int[] {tiling.a(), tiling.b(), tiling.c()};
            this.tiles = new int[] {tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box)};
            this.counts = new long[Math.toIntExact(tiling.tiles(box))];
            this.owners = new int[counts.length];
            FluidNodes.Ascending ascending = fluid.ascending();
            for (long n = 0; n < fluid.count(); n++) {
                long index = ascending.boxIndex(n);
                counts[
                        tile(
                                (box.x(index) + tiling.offsetX()) / edge[0],
                                (box.y(index) + tiling.offsetY()) / edge[1],
                                (box.z(index) + tiling.offsetZ()) / edge[2])]++;
            }
        }

        private int tile(int x, int y, int z) {
            return x + tiles[0] * (y + tiles[1] * z);
        }

        Partition run() {
            if (shares.length == 0 || Arrays.stream(shares).anyMatch(share -> !(share > 0))) {
                throw new IllegalArgumentException("shares of parts have to be positive: " + Arrays.toString(shares));
            }
            halve(new int[3], tiles.clone(), 0, shares.length);
            return new Partition(box, tiling, owners, shares.length);
        }

        /// Divides tiles from … end - 1 among parts first … last - 1.
        private void halve(int[] from, int[] end, int first, int last) {
            if (last - first == 1) {
                assign(from, end, first);
                return;
            }
            int middle = (first + last) / 2;
            double before = Arrays.stream(shares, first, middle).sum();
            double fraction = before / Arrays.stream(shares, first, last).sum();
            int axis = longest(from, end);
            long[] planes = new long[end[axis] - from[axis]];
            forEach(from, end, (x, y, z) -> planes[new int[] {x, y, z}[axis] - from[axis]] += counts[tile(x, y, z)]);
            int cut = from[axis] + nearest(planes, fraction);
            int[] lowEnd = end.clone();
            int[] highFrom = from.clone();
            lowEnd[axis] = cut;
            highFrom[axis] = cut;
            halve(from, lowEnd, first, middle);
            halve(highFrom, end, middle, last);
        }

        /// The axis along which the tiles that contain fluid extend over the most nodes, and that can be
        /// cut; of several, the last one: nodes beside its planes are stored together.
        private int longest(int[] from, int[] end) {
            int[] low = end.clone();
            int[] high = from.clone();
            forEach(from, end, (x, y, z) -> {
                int[] at = {x, y, z};
                for (int axis = 0; axis < 3 && counts[tile(x, y, z)] > 0; axis++) {
                    low[axis] = Math.min(low[axis], at[axis]);
                    high[axis] = Math.max(high[axis], at[axis] + 1);
                }
            });
            int best = -1;
            for (int axis = 0; axis < 3; axis++) {
                int nodes = (high[axis] - low[axis]) * edge[axis];
                if (high[axis] - low[axis] > 1 && (best < 0 || nodes >= (high[best] - low[best]) * edge[best])) {
                    best = axis;
                }
            }
            if (best < 0) {
                throw new IllegalArgumentException(
                        "%d parts are too many for the tiles of a box of %s nodes that contain fluid; use fewer parts or smaller tiles"
                                .formatted(shares.length, box));
            }
            return best;
        }

        /// The number of planes whose nodes are nearest to a fraction of all; both sides have fluid.
        private static int nearest(long[] planes, double fraction) {
            long all = Arrays.stream(planes).sum();
            long sum = 0;
            int best = 0;
            double error = Double.POSITIVE_INFINITY;
            for (int n = 0; n < planes.length; n++) {
                if (sum > 0 && sum < all && Math.abs(sum - fraction * all) < error) {
                    error = Math.abs(sum - fraction * all);
                    best = n;
                }
                sum += planes[n];
            }
            return best;
        }

        private void assign(int[] from, int[] end, int part) {
            forEach(from, end, (x, y, z) -> owners[tile(x, y, z)] = part);
        }

        private interface TileVisitor {
            void visit(int x, int y, int z);
        }

        private static void forEach(int[] from, int[] end, TileVisitor visitor) {
            for (int z = from[2]; z < end[2]; z++) {
                for (int y = from[1]; y < end[1]; y++) {
                    for (int x = from[0]; x < end[0]; x++) {
                        visitor.visit(x, y, z);
                    }
                }
            }
        }
    }
}
