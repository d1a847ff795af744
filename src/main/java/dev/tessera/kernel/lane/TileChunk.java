package dev.tessera.kernel.lane;

/// Consecutive tiles that one worker runs, all classes of nodes.
///
/// @param strip of the box in which its middle tile lies, 0, 1 … along y
public record TileChunk(int firstTile, int endTile, int strip) {}
