package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import dev.tessera.model.VelocitySet;

/// Tiles whose arrays order the nodes of a tile each in a way of its own. Positions are those of plain tiles.
final class LaidTilePlacement extends TilesInAnotherWay {
    private final String name;
    private final int nodesPerTile;
    private final int[][] shifts; // [array][place of the node in a plain tile]: its place in this array - that

    private LaidTilePlacement(TilePlacement tiles, String name, int nodesPerTile, int[][] shifts) {
        super(tiles);
        this.name = name;
        this.nodesPerTile = nodesPerTile;
        this.shifts = shifts;
    }

    /// @throws IllegalArgumentException where a layout does not fit the tiles
    static LaidTilePlacement of(TilePlacement tiles, Tiling tiling, TileLayout layout, VelocitySet lattice) {
        int[][] shifts = new int[lattice.size()][];
        for (int array = 0; array < shifts.length; array++) {
            shifts[array] = layout.of(lattice.velocity(array)).places(tiling);
            for (int node = 0; node < shifts[array].length; node++) {
                shifts[array][node] -= node;
            }
        }
        return new LaidTilePlacement(tiles, layout.key(), tiling.nodesPerTile(), shifts);
    }

    @Override
    public long slot(int x, int y, int z, int array, int copy) {
        return tiles.slot(x, y, z, array, copy) + shifts[array][tiles.local(x, y, z)];
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        long slot = tiles.slot(boxIndex, array, copy);
        return slot + shifts[array][(int) ((slot - tiles.start(array, copy)) % nodesPerTile)];
    }

    @Override
    public long slots() {
        return tiles.slots();
    }

    @Override
    public long tableBytes() {
        return tiles.tableBytes() + 4L * shifts.length * nodesPerTile;
    }

    @Override
    public String toString() {
        return "%s (%s)".formatted(tiles, name);
    }
}
