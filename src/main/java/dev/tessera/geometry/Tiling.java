package dev.tessera.geometry;

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
        Box box = fluid.box();
        int tilesX = tilesX(box);
        boolean[] holds = new boolean[Math.toIntExact(tiles(box))];
        int tilesY = tilesY(box);
        int tileRows = tilesY * tilesZ(box);
        int rowsPerTask = (int) Math.max(1, NODES_PER_TASK / ((long) box.nx() * b * c));
        ParallelLoop.over(ParallelLoop.workers(), Math.ceilDiv(tileRows, rowsPerTask), task -> {
            TileRows rows = new TileRows(fluid, b, c);
            int end = Math.min(tileRows, (task + 1) * rowsPerTask);
            for (int row = task * rowsPerTask; row < end; row++) {
                if (rows.overlay(row % tilesY * b - offsetY, row / tilesY * c - offsetZ)) {
                    for (int tileX = 0; tileX < tilesX; tileX++) {
                        holds[row * tilesX + tileX] = rows.holdsFluid(tileX * a - offsetX, (tileX + 1) * a - offsetX);
                    }
                }
            }
        });
        return holds;
    }

    /// Tiles of this size at the offset at which the fewest of them contain fluid, so that utilisation is best;
    /// of equal offsets the least along z, then y, then x. Tries all of them.
    public Tiling bestFor(FluidNodes fluid) {
        Box box = fluid.box();
        TileRows rows = new TileRows(fluid, b, c);
        Tiling best = this;
        long fewest = Long.MAX_VALUE;
        for (int z = 0; z < Math.min(c, box.nz()); z++) {
            for (int y = 0; y < Math.min(b, box.ny()); y++) {
                long[] kept = keptByOffsetX(rows, box, y, z);
                for (int x = 0; x < kept.length; x++) {
                    if (kept[x] < fewest) {
                        fewest = kept[x];
                        best = new Tiling(a, b, c, x, y, z);
                    }
                }
            }
        }
        return best;
    }

    private long[] keptByOffsetX(TileRows rows, Box box, int offsetY, int offsetZ) {
        long[] kept = new long[Math.min(a, box.nx())];
        for (int z = -offsetZ; z < box.nz(); z += c) {
            for (int y = -offsetY; y < box.ny(); y += b) {
                if (rows.overlay(y, z)) {
                    for (int x = 0; x < kept.length; x++) {
                        kept[x] += rows.count(a, x);
                    }
                }
            }
        }
        return kept;
    }
}
