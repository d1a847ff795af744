package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;

/// The tiles of a box that contain fluid, numbered in the order of the box (x fastest).
///
/// @param number `[tile of the box]` its number among those that contain fluid, or -1
/// @param kept number of tiles that contain fluid
record TileMap(TileGrid grid, int[] number, int kept) {
    static TileMap of(FluidNodes fluid, Tiling tiling) {
        TileGrid grid = new TileGrid(tiling, fluid.box());
        boolean[] holdsFluid = tiling.holdingFluid(fluid);
        int[] number = new int[holdsFluid.length];
        int kept = 0;
        for (int tile = 0; tile < number.length; tile++) {
            number[tile] = holdsFluid[tile] ? kept++ : -1;
        }
        return new TileMap(grid, number, kept);
    }

    /// The number of the tile of node (x, y, z), or -1.
    int at(int x, int y, int z) {
        return number[grid.tile(x, y, z)];
    }

    long bytes() {
        return grid.bytes() + 4L * number.length;
    }
}
