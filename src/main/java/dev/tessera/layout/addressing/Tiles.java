package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;

/// Whole tiles are stored wherever a tile holds fluid; a map of the box's tiles (4 bytes
/// each, -1 = empty) finds them.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018) and 1611.02445 (2019); the storage of their T2C.
public record Tiles(TilingRule tiling) implements Addressing {
    /// Tiles of 4³ nodes in 3D, 16² in 2D.
    public Tiles() {
        this(TilingRule.usual());
    }

    @Override
    public String key() {
        return "tiles";
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, int bytesPerValue) {
        TileMap map = TileMap.of(fluid, tiling.over(fluid));
        long positions = (long) map.kept() * map.grid().tiling().nodesPerTile();
        return new TilePlacement(fluid, map, SlotArrays.of(positions, lattice.size(), copies, bytesPerValue));
    }

    @Override
    public String toString() {
        return "tiles (%s)".formatted(tiling);
    }
}
