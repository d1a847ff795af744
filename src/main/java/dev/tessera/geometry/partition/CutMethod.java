package dev.tessera.geometry.partition;

import java.util.concurrent.ForkJoinPool;

/// A way of dividing tiles among parts. The same tiles and shares always give the same parts.
public interface CutMethod {
    /// Names the method in reports.
    String key();

    /// Whether the method can find cuts that others do not.
    default boolean isFor(TileGraph graph) {
        return true;
    }

    /// @param shares of the parts, positive; at most as many as tiles
    /// @return the part of each tile, `[tile]`; every part has a tile
    int[] owners(TileGraph graph, double[] shares, ForkJoinPool workers);
}
