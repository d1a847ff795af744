package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;

/// Tile after tile, with a position for every node of a stored tile. A block is a row of tiles along x.
final class TilePlacement implements TiledPlacement, ArrayPlacement {
    private final FluidNodes fluid;
    private final TileMap map;
    private final TileGrid grid;
    private final int nodesPerTile;
    private final SlotArrays arrays;

    TilePlacement(FluidNodes fluid, TileMap map, SlotArrays arrays) {
        this.fluid = fluid;
        this.map = map;
        this.grid = map.grid();
        this.nodesPerTile = grid.tiling().nodesPerTile();
        this.arrays = arrays;
    }

    @Override
    public long position(int x, int y, int z) {
        return (long) map.at(x, y, z) * nodesPerTile + grid.local(x, y, z);
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        for (int i = 0; i < count; ) {
            int end = Math.min(count, grid.endX(x + i) - x);
            long position = position(x + i, y, z);
            while (i < end) {
                target[i++] = position++;
            }
        }
    }

    @Override
    public int endOfSequence(int x) {
        return grid.endX(x);
    }

    @Override
    public SlotArrays arrays() {
        return arrays;
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return arrays.slot(position(boxIndex), array, copy);
    }

    /// The position of a fluid node. @param boxIndex see `Box.index`
    long position(long boxIndex) {
        Box box = fluid.box();
        return position(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex));
    }

    @Override
    public int blocks() {
        return grid.tileRows();
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        for (int tileX = 0; tileX < grid.tilesX(); tileX++) {
            int tile = map.number(block * grid.tilesX() + tileX);
            if (tile < 0) {
                continue;
            }
            long base = (long) tile * nodesPerTile;
            grid.forEachRow(
                    tileX,
                    block,
                    (fromX, endX, y, z) -> FluidRuns.inRow(
                            fluid,
                            fromX,
                            endX,
                            y,
                            z,
                            (x, count) -> visitor.visit(x, y, z, count, base + grid.local(x, y, z))));
        }
    }

    @Override
    public Tiling tiling() {
        return grid.tiling();
    }

    @Override
    public int[] tileNumbers() {
        return map.numbers();
    }

    @Override
    public long tableBytes() {
        return map.bytes();
    }

    @Override
    public long tiles() {
        return map.kept();
    }

    @Override
    public long tilesInBox() {
        return grid.tiles();
    }

    @Override
    public double utilisation() {
        return map.kept() == 0 ? 0 : (double) fluid.count() / ((double) map.kept() * nodesPerTile);
    }

    @Override
    public String toString() {
        return grid.shape();
    }
}
