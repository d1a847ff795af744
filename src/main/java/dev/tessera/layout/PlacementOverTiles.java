package dev.tessera.layout;

/// A placement with the positions of plain tiles, but other slots.
public interface PlacementOverTiles extends Placement {
    /// The plain tiles.
    TiledPlacement plainTiles();
}
