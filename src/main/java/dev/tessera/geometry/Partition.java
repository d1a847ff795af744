package dev.tessera.geometry;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A division of a box into parts: every tile of a tiling belongs to one of them. Where the geometry is sparse only
/// tiles
/// with fluid are stored; the others count as tiles of part 0. Immutable.
public final class Partition {
    private final Box box;
    private final int parts;
    private final @Nullable FluidTiles tiles; // those that are stored; null: all
    private final int[] owners; // [stored tile]
    private final int[] tileOfX; // [x] tile along x
    private final int[] tileOfY; // [y] first tile of the row of tiles
    private final int[] tileOfZ; // [z] first tile of the plane of tiles

    private Partition(Box box, Tiling tiling, @Nullable FluidTiles tiles, int[] owners) {
        this.box = box;
        this.parts = 1 + Math.max(0, Arrays.stream(owners).max().orElse(0));
        this.tiles = tiles;
        this.owners = owners;
        int tilesX = tiling.tilesX(box);
        this.tileOfX = tilesAlong(box.nx(), tiling.offsetX(), tiling.a(), 1);
        this.tileOfY = tilesAlong(box.ny(), tiling.offsetY(), tiling.b(), tilesX);
        this.tileOfZ = tilesAlong(box.nz(), tiling.offsetZ(), tiling.c(), tilesX * tiling.tilesY(box));
        for (int owner : owners) {
            if (owner < 0) {
                throw new IllegalArgumentException("there is no part " + owner);
            }
        }
    }

    private static int[] tilesAlong(int nodes, int offset, int edge, int stride) {
        int[] tiles = new int[nodes];
        Arrays.setAll(tiles, at -> (at + offset) / edge * stride);
        return tiles;
    }

    /// @param owners the part of each tile, 0, 1 …, `[tile z][tile y][tile x]`
    /// @throws IllegalArgumentException if the number of owners is not that of the tiles, or one is negative
    public static Partition of(Box box, Tiling tiling, int[] owners) {
        requireCount(box, tiling.tiles(box), "tiles", owners);
        return new Partition(box, tiling, null, owners.clone());
    }

    /// @param tiles those that contain fluid
    /// @param owners the part of each of them, 0, 1 …, in the order of the mesh; owned, not to be changed
    /// @throws IllegalArgumentException if the number of owners is not that of these tiles, one is negative, or the
    ///         mesh is another one
    public static Partition ofTiles(Box box, Tiling tiling, FluidTiles tiles, int[] owners) {
        if (tiles.mesh().size() != tiling.tiles(box)) {
            throw new IllegalArgumentException(
                    "a box of %s nodes has %d tiles, not a mesh of %s".formatted(box, tiling.tiles(box), tiles.mesh()));
        }
        requireCount(box, tiles.count(), "tiles with fluid", owners);
        boolean areAll = tiles.count() == tiles.mesh().size();
        return new Partition(box, tiling, areAll ? null : tiles, owners);
    }

    private static void requireCount(Box box, long tiles, String what, int[] owners) {
        if (owners.length != tiles) {
            throw new IllegalArgumentException(
                    "a box of %s nodes has %d %s, but %d owners are given".formatted(box, tiles, what, owners.length));
        }
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
        int place = tileOfX[x] + tileOfY[y] + tileOfZ[z];
        if (tiles == null) {
            return owners[place];
        }
        int tile = tiles.number(place);
        return tile < 0 ? 0 : owners[tile];
    }
}
