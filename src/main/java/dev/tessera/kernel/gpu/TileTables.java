package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;
import java.util.Arrays;

/// The tables of neighbouring tiles.
///
/// @param neighbours `[tile][code of the direction]`, the number of the neighbouring tile; `absent` if there is none
/// @param seams `[tile]` bits: whether it is the first or last along x, y, z; null if no axis needs it
@SuppressWarnings("ArrayRecordComponent")
record TileTables(int[] neighbours, int[] seams) {
    /// @param absent the number for a missing tile
    static TileTables of(TiledPlacement placement, TileShape shape, Box box, int absent) {
        Tiling tiling = placement.tiling();
        int[] numbers = placement.tileNumbers();
        int[] along = {tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box)};
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        int tiles = Math.toIntExact(placement.tiles());
        int[] neighbours = new int[Math.multiplyExact(tiles, shape.neighbours())];
        int[] seams = new int[shape.hasSeams() ? tiles : 0];
        Arrays.fill(neighbours, absent);
        int place = 0;
        for (int z = 0; z < along[2]; z++) {
            for (int y = 0; y < along[1]; y++) {
                for (int x = 0; x < along[0]; x++, place++) {
                    int tile = numbers[place];
                    if (tile < 0) {
                        continue;
                    }
                    int at = tile * shape.neighbours();
                    for (int dz = shape.isFlat() ? 0 : -1; dz <= (shape.isFlat() ? 0 : 1); dz++) {
                        int nz = around(z + dz, along[2], periodic[2]);
                        for (int dy = -1; dy <= 1; dy++) {
                            int ny = around(y + dy, along[1], periodic[1]);
                            for (int dx = -1; dx <= 1; dx++, at++) {
                                int nx = around(x + dx, along[0], periodic[0]);
                                int number =
                                        nx < 0 || ny < 0 || nz < 0 ? -1 : numbers[nx + along[0] * (ny + along[1] * nz)];
                                neighbours[at] = number < 0 ? absent : number;
                            }
                        }
                    }
                    if (shape.hasSeams()) {
                        seams[tile] = ends(x, along[0]) | ends(y, along[1]) << 2 | ends(z, along[2]) << 4;
                    }
                }
            }
        }
        return new TileTables(neighbours, seams);
    }

    private static int ends(int tile, int count) {
        return (tile == 0 ? 1 : 0) | (tile == count - 1 ? 2 : 0);
    }

    private static int around(int tile, int count, boolean isPeriodic) {
        return tile >= 0 && tile < count ? tile : isPeriodic ? Math.floorMod(tile, count) : -1;
    }
}
