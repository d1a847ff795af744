package dev.tessera.layout;

/// A placement that puts a node at the same place of every array: its slots are [#stride] apart from array to array.
/// What is true of one array's positions (neighbours that lie side by side) is then true of all.
public interface UniformPlacement extends Placement {
    /// Slots from one array's start to the next one's; its bytes are a multiple of 64.
    long stride();

    /// The slot of position 0 of an array of a copy.
    long start(int array, int copy);

    /// Consecutive positions whose values of all arrays lie together, array after array, before those of the next
    /// positions; 0 where arrays are whole, one after the other (docs/decisions/0027).
    int bundle();

    /// The slot of a position's value: `start(array, copy) + position` where arrays are whole.
    long slotAt(long position, int array, int copy);
}
