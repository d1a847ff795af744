package dev.tessera.layout;

/// A placement that puts a node at the same place of every array: `slot = start(array, copy) + position`.
/// What is true of one array's positions (runs, neighbours that lie side by side) is then true of all.
public interface UniformPlacement extends Placement {
    /// Slots from one array's start to the next one's; its bytes are a multiple of 64.
    long stride();

    /// The slot of position 0 of an array of a copy.
    long start(int array, int copy);
}
