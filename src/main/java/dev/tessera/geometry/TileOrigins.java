package dev.tessera.geometry;

import java.util.Arrays;

/// How many tiles of one size contain fluid, with the tile mesh at the box's corner and where that number is least.
///
/// @param corner the tiling whose first tile begins at the box's first node
/// @param tiles of the box at that origin
/// @param kept tiles that contain fluid there
/// @param best the tiling with the fewest tiles that contain fluid
/// @param keptByBest their number
/// @param fluidNodes of the box
public record TileOrigins(Tiling corner, long tiles, long kept, Tiling best, long keptByBest, long fluidNodes) {
    /// Tries all origins, over the nodes of all slabs. Collective.
    public static TileOrigins of(Tiling size, SlabNodes nodes) {
        Tiling corner = Tiling.of(size.a(), size.b(), size.c());
        Slab slab = nodes.slab();
        long[] kept = slab.sums(corner.keptByOffset(nodes.nodes().fluid(), slab));
        Tiling best = corner.best(slab.whole(), kept);
        long fewest = Arrays.stream(kept).min().orElseThrow();
        return new TileOrigins(corner, corner.tiles(slab.whole()), kept[0], best, fewest, nodes.count());
    }

    /// Fluid nodes of kept tiles divided by their nodes, at the corner.
    public double utilisation() {
        return utilisation(kept);
    }

    /// The same at the best origin.
    public double bestUtilisation() {
        return utilisation(keptByBest);
    }

    private double utilisation(long tilesKept) {
        return fluidNodes / ((double) Math.max(1, tilesKept) * corner.nodesPerTile());
    }

    @Override
    public String toString() {
        return "%d of %d tiles of %d×%d×%d nodes contain fluid, %.1f %% of their nodes are fluid; %.1f %% at the best origin"
                .formatted(
                        kept, tiles, corner.a(), corner.b(), corner.c(), 100 * utilisation(), 100 * bestUtilisation());
    }
}
