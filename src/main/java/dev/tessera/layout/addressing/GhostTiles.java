package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Whole tiles in one population array, scattered in place (TGB): inside a tile both arrays of push use the same slots,
/// since all nodes of a tile read before any of them writes; values that cross the border of a tile are in ghost
/// buffers, in two sets that are swapped every step. Half the memory of `tiles`, with a barrier in each tile.
/// docs/decisions/0015.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018), for D2Q9 and tiles of 16² nodes.
public record GhostTiles(TilingRule tiling) implements Addressing {
    /// Tiles of 4³ nodes in 3D, 16² in 2D.
    public GhostTiles() {
        this(TilingRule.usual());
    }

    @Override
    public String key() {
        return "ghost-tiles";
    }

    @Override
    public boolean needsBarrier() {
        return true;
    }

    @Override
    public @Nullable String unfitFor(StreamingPattern pattern) {
        if (pattern instanceof TwoBufferPush) {
            return null;
        }
        return pattern.copies() == 1
                ? "it is already in place and needs no ghost buffers; use push, or tiles"
                : "nodes scatter into their tile and its ghost buffers, as push does, while pull gathers; use push";
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        Tiling tiles = tiling.over(fluid);
        TileMap map = TileMap.of(fluid, tiles);
        long positions = (long) map.kept() * tiles.nodesPerTile();
        SlotArrays arrays = SlotArrays.of(positions, lattice.size(), 1, spacing);
        return GhostTilePlacement.of(fluid, lattice, map, new TilePlacement(fluid, map, arrays), copies);
    }

    @Override
    public String toString() {
        return "tiles with ghost buffers (%s)".formatted(tiling);
    }
}
