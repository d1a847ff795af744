package dev.tessera.layout;

import dev.tessera.geometry.Tiling;

/// A placement that stores the box tile after tile, those alone that hold fluid.
public interface TiledPlacement extends UniformPlacement {
    Tiling tiling();

    /// The number of each tile among the stored ones, by its place in the box (x fastest), or -1. Not to be
    /// changed.
    int[] tileNumbers();
}
