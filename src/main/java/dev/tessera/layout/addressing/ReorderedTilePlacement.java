package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import dev.tessera.model.VelocitySet;

/// Tiles with a separate order of nodes in each array. Positions are those of plain tiles.
final class ReorderedTilePlacement extends TilePositions {
    private final String name;
    private final int nodesPerTile;
    private final int[][] shifts; // [array][place of the node in a plain tile]: its place in this array - that

    private ReorderedTilePlacement(TilePlacement tiles, String name, int nodesPerTile, int[][] shifts) {
        super(tiles);
        this.name = name;
        this.nodesPerTile = nodesPerTile;
        this.shifts = shifts;
    }

    /// @throws IllegalArgumentException if a layout does not fit the tiles
    static ReorderedTilePlacement of(TilePlacement tiles, Tiling tiling, TileLayout layout, VelocitySet lattice) {
        int[][] shifts = new int[lattice.size()][];
        for (int array = 0; array < shifts.length; array++) {
            shifts[array] = layout.of(lattice.velocity(array)).places(tiling);
            for (int node = 0; node < shifts[array].length; node++) {
                shifts[array][node] -= node;
            }
        }
        return new ReorderedTilePlacement(tiles, layout.key(), tiling.nodesPerTile(), shifts);
    }

    @Override
    public long slot(int x, int y, int z, int array, int copy) {
        return slotAt(tiles.position(x, y, z), array, copy);
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return slotAt(tiles.position(boxIndex), array, copy);
    }

    private long slotAt(long position, int array, int copy) {
        return tiles.slotAt(position + shifts[array][(int) (position % nodesPerTile)], array, copy);
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
