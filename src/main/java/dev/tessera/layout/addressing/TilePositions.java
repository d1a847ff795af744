package dev.tessera.layout.addressing;

import dev.tessera.layout.PlacementOverTiles;
import dev.tessera.layout.TiledPlacement;

/// A placement with positions, blocks and statistics of plain tiles, but other slots.
abstract class TilePositions implements PlacementOverTiles {
    final TilePlacement tiles;

    TilePositions(TilePlacement tiles) {
        this.tiles = tiles;
    }

    @Override
    public final long position(int x, int y, int z) {
        return tiles.position(x, y, z);
    }

    @Override
    public final void positions(int x, int y, int z, int count, long[] target) {
        tiles.positions(x, y, z, count, target);
    }

    @Override
    public final long positions() {
        return tiles.positions();
    }

    @Override
    public final int blocks() {
        return tiles.blocks();
    }

    @Override
    public final void forEachRun(int block, RunVisitor visitor) {
        tiles.forEachRun(block, visitor);
    }

    @Override
    public final long tiles() {
        return tiles.tiles();
    }

    @Override
    public final long tilesInBox() {
        return tiles.tilesInBox();
    }

    @Override
    public final double utilisation() {
        return tiles.utilisation();
    }

    @Override
    public final TiledPlacement plainTiles() {
        return tiles;
    }
}
