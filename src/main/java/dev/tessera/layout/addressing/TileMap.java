package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;

/// The tiles of a box that hold fluid, numbered in the box's order (x fastest).
///
/// @param number by the tile's place in the box: its number among those that hold fluid, or -1
/// @param kept how many hold fluid
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

    /// The number of the tile that node (x, y, z) lies in, or -1.
    int at(int x, int y, int z) {
        return number[grid.tile(x, y, z)];
    }

    long bytes() {
        return grid.bytes() + 4L * number.length;
    }
}
