package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;

/// Only fluid nodes are stored, tile after tile: a node's position is its tile's base plus its rank among the
/// tile's fluid nodes, counted in 64-bit masks. No adjacency list, no empty slots. Tables: the tile map (4 bytes
/// per tile of the box) and, for each kept tile, 8 bytes plus 8 bytes per 64 nodes (12 if a tile has more than 64).
public record CompactTiles(TilingRule tiling) implements Addressing {
    /// Tiles of 4³ nodes in 3D, 16² in 2D.
    public CompactTiles() {
        this(TilingRule.usual());
    }

    /// Tiles of one whole line of the box, for CPU kernels, whose vectors need long runs of consecutive slots.
    /// Positions are then fluid numbers (docs/decisions/0006).
    public static CompactTiles forCpu() {
        return new CompactTiles(TilingRule.linesOf(1));
    }

    /// Tiles of 32 nodes of a line, for GPU kernels, which find a neighbour from two words
    /// (docs/decisions/0013).
    public static CompactTiles forGpu() {
        return new CompactTiles(TilingRule.of(32, 1, 1));
    }

    @Override
    public String key() {
        return "compact-tiles";
    }

    @Override
    public CompactTiles shapedFor(boolean isGpu) {
        if (isGpu) {
            return equals(forCpu()) ? forGpu() : this;
        }
        return equals(forGpu()) ? forCpu() : this;
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        return CompactPlacement.of(
                fluid, tiling.over(fluid), SlotArrays.of(fluid.count(), lattice.size(), copies, spacing), "compact");
    }

    @Override
    public String toString() {
        return "compact tiles (%s)".formatted(tiling);
    }
}
