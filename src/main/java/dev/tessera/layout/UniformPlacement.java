package dev.tessera.layout;

/// A placement in which a node has the same offset in every array: its slots differ by [#stride] from array to
/// array. Relations of positions (such as adjacent neighbours) then hold for all arrays.
public interface UniformPlacement extends Placement {
    /// Slots from one array's start to the next one's; its bytes are a multiple of 64.
    long stride();

    /// The slot of position 0 in an array.
    long start(int array, int copy);

    /// Positions per bundle (AoSoA): the values of all arrays for these positions are stored before those of
    /// the next bundle; 0 for plain arrays (docs/decisions/0027).
    int bundle();

    /// The slot of a position's value: `start(array, copy) + position` for plain arrays.
    long slotAt(long position, int array, int copy);

    /// The end of nodes along x, from x on, whose positions follow each other: the end of a tile or of the row, or
    /// `x + 1` where nothing is known.
    default int endOfSequence(int x) {
        return x + 1;
    }

    /// Whether the positions of a sequence ([#endOfSequence]) count its fluid nodes only, instead of all nodes.
    default boolean countsFluidOnly() {
        return false;
    }
}
