package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/// A division of a box into tiles of `a x b x c` nodes. The tile mesh starts at `-offset` so that tile boundaries
/// can be moved for the best utilisation; tile (0,0,0) contains node (0,0,0).
///
/// @param offsetX nodes of the first tile before the box, 0 … a-1 (y and z analogous)
public record Tiling(int a, int b, int c, int offsetX, int offsetY, int offsetZ) {
    private static final int NODES_PER_TASK = 1 << 20; // 64 at a time

    public Tiling {
        if (a < 1 || b < 1 || c < 1) {
            throw new IllegalArgumentException("a tile of %d x %d x %d nodes is empty".formatted(a, b, c));
        }
        if (offsetX < 0 || offsetX >= a || offsetY < 0 || offsetY >= b || offsetZ < 0 || offsetZ >= c) {
            throw new IllegalArgumentException("the offset (%d,%d,%d) is not inside a tile of %d x %d x %d nodes"
                    .formatted(offsetX, offsetY, offsetZ, a, b, c));
        }
    }

    public static Tiling of(int a, int b, int c) {
        return new Tiling(a, b, c, 0, 0, 0);
    }

    public int nodesPerTile() {
        return a * b * c;
    }

    public int tilesX(Box box) {
        return (box.nx() + offsetX + a - 1) / a;
    }

    public int tilesY(Box box) {
        return (box.ny() + offsetY + b - 1) / b;
    }

    public int tilesZ(Box box) {
        return (box.nz() + offsetZ + c - 1) / c;
    }

    public long tiles(Box box) {
        return (long) tilesX(box) * tilesY(box) * tilesZ(box);
    }

    /// The tiles of a box that contain fluid, `[tile z][tile y][tile x]`.
    public boolean[] holdingFluid(FluidNodes fluid) {
        boolean[] holds = new boolean[Math.toIntExact(tiles(fluid.box()))];
        for (int place : placesWithFluid(fluid)) {
            holds[place] = true;
        }
        return holds;
    }

    /// The tiles of a box that contain fluid, as ascending indices `[tile z][tile y][tile x]`: of a large box with
    /// little fluid they are few.
    public int[] placesWithFluid(FluidNodes fluid) {
        Box box = fluid.box();
        int tilesX = tilesX(box);
        int tilesY = tilesY(box);
        int tileRows = Math.toIntExact(tiles(box)) / tilesX;
        int rowsPerTask = (int) Math.max(1, NODES_PER_TASK / ((long) box.nx() * b * c));
        int[][] found = new int[Math.ceilDiv(tileRows, rowsPerTask)][];
        ParallelLoop.over(ParallelLoop.workers(), found.length, task -> {
            TileRows rows = new TileRows(fluid, b, c);
            IntStream.Builder places = IntStream.builder();
            int end = Math.min(tileRows, (task + 1) * rowsPerTask);
            for (int row = task * rowsPerTask; row < end; row++) {
                if (rows.overlay(row % tilesY * b - offsetY, row / tilesY * c - offsetZ)) {
                    for (int tileX = 0; tileX < tilesX; tileX++) {
                        if (rows.holdsFluid(tileX * a - offsetX, (tileX + 1) * a - offsetX)) {
                            places.add(row * tilesX + tileX);
                        }
                    }
                }
            }
            found[task] = places.build().toArray();
        });
        return Arrays.stream(found).flatMapToInt(Arrays::stream).toArray();
    }

    /// Tiles of this size at the offset at which the fewest of them contain fluid, so that utilisation is best;
    /// of equal offsets the least along z, then y, then x. Tries all of them.
    public Tiling bestFor(FluidNodes fluid) {
        return best(fluid.box(), keptByOffset(fluid, Slab.whole(fluid.box())));
    }

    /// The offset at which the fewest tiles are kept; of equal ones the least along z, then y, then x.
    /// @param kept by offset, as [#keptByOffset]
    Tiling best(Box box, long[] kept) {
        int best = 0;
        for (int offset = 1; offset < kept.length; offset++) {
            best = kept[offset] < kept[best] ? offset : best;
        }
        int offsetsX = Math.min(a, box.nx());
        int offsetsY = Math.min(b, box.ny());
        return new Tiling(a, b, c, best % offsetsX, best / offsetsX % offsetsY, best / (offsetsX * offsetsY));
    }

    /// The number of tiles of this size that contain fluid, for each offset less than a tile and the box,
    /// `[z][y][x]`: of those tiles whose first plane in the whole box is one of the slab.
    /// @param fluid of the slab's stored box
    long[] keptByOffset(FluidNodes fluid, Slab slab) {
        Box box = slab.whole();
        int offsetsX = Math.min(a, box.nx());
        int offsetsY = Math.min(b, box.ny());
        AtomicLongArray kept = new AtomicLongArray(offsetsX * offsetsY * Math.min(c, box.nz()));
        ParallelLoop.over(ParallelLoop.workers(), slab.planes(), plane -> {
            int from = slab.first() + plane;
            for (int z = 0; z < Math.min(c, box.nz()); z++) {
                int begin = Math.floorDiv(from + z, c) * c - z; // of the tile that holds the plane
                if (from == Math.max(0, begin)) {
                    int end = slab.storedZ(Math.min(begin + c, box.nz()));
                    addKept(new TileRows(fluid, b, c), slab.storedZ(from), end, z * offsetsY, kept);
                }
            }
        });
        long[] all = new long[kept.length()];
        Arrays.setAll(all, kept::get);
        return all;
    }

    /// Counts the tiles of a layer.
    /// @param row index of the offset 0 along y among offsets along y and z
    private void addKept(TileRows rows, int fromZ, int endZ, int row, AtomicLongArray kept) {
        Box box = rows.box();
        int offsetsX = Math.min(a, box.nx());
        for (int offsetY = 0; offsetY < Math.min(b, box.ny()); offsetY++) {
            for (int y = -offsetY; y < box.ny(); y += b) {
                if (rows.overlay(y, fromZ, endZ)) {
                    for (int x = 0; x < offsetsX; x++) {
                        kept.getAndAdd((row + offsetY) * offsetsX + x, rows.count(a, x));
                    }
                }
            }
        }
    }
}
