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

    public Box box() {
        return box;
    }

    /// The number of parts.
    public int parts() {
        return parts;
    }

    /// The part of each tile, as given.
    public int[] owners() {
        return owners.clone();
    }

    /// The part that updates node (x, y, z).
    public int owner(int x, int y, int z) {
        return owners[tileOfX[x] + tileOfY[y] + tileOfZ[z]];
    }
}
