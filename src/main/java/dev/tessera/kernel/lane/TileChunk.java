package dev.tessera.kernel.lane;

/// Consecutive tiles that one worker runs, for all node classes.
///
/// @param strip of the box that contains its middle tile, 0, 1 … along y
public record TileChunk(int firstTile, int endTile, int strip) {}
