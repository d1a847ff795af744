package dev.tessera.layout;

import dev.tessera.geometry.Tiling;

/// A placement that stores the tiles of the box that contain fluid, one after the other.
public interface TiledPlacement extends UniformPlacement {
    Tiling tiling();

    /// The number of each tile of the box (x fastest) among the stored ones, or -1. Not to be changed.
    int[] tileNumbers();
}
