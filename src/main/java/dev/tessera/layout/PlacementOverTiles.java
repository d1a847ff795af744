package dev.tessera.layout;

/// A placement whose nodes have the positions of plain tiles, and slots of its own.
public interface PlacementOverTiles extends Placement {
    /// The tiles as they were without what is special.
    TiledPlacement plainTiles();
}
