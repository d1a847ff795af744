package dev.tessera.layout;

/// Where the nodes of one geometry lie. Every fluid node has a position of its own, in storage order; every
/// (node, array, copy) a slot of its own. Immutable, thread-safe.
///
/// Coordinates and box indices must be those of fluid nodes inside the box: this is not checked, since tables
/// of hundreds of millions of slots are built through these methods. They do not divide, except those that
/// take a box index.
public interface Placement {
    /// The place of a fluid node in storage order, 0 … positions()-1; no other fluid node has it.
    long position(int x, int y, int z);

    /// The places of fluid nodes among `count` nodes along x, from (x, y, z) on; what it says of the others
    /// means nothing.
    /// @param target `[count]` at least
    void positions(int x, int y, int z, int count, long[] target);

    /// Places of one array, holes included, padding not.
    long positions();

    /// The slot of a stored value.
    long slot(int x, int y, int z, int array, int copy);

    /// The slot of a stored value. @param boxIndex a fluid node's index in the box (see `Box.index`)
    long slot(long boxIndex, int array, int copy);

    /// All slots that memory is allocated for, holes and padding included, private slots of cut links not.
    long slots();

    /// Slots of buffers between tiles, among [#slots].
    default long ghostSlots() {
        return 0;
    }

    /// Copies of the populations that are stored: the pattern's, or fewer where the addressing merges them.
    default int storedCopies(int patternCopies) {
        return patternCopies;
    }

    /// Nodes of positions k n … (k + 1) n - 1, for each k, have to read before any of them writes; 0 where
    /// nodes do not depend on each other within a phase.
    default int positionsPerBarrier() {
        return 0;
    }

    /// The order in which nodes lie: consecutive nodes of a block mostly have consecutive positions. Blocks can
    /// be visited in parallel; together they hold every fluid node once, and positions grow from block to block.
    int blocks();

    /// Visits the fluid nodes of a block in storage order, as runs along x with consecutive positions. A run
    /// ends where the fluid does, or at a tile's border.
    void forEachRun(int block, RunVisitor visitor);

    /// Visits the fluid nodes of a block in storage order.
    default void forEachNode(int block, NodeVisitor visitor) {
        forEachRun(block, (x, y, z, count, position) -> {
            for (int i = 0; i < count; i++) {
                visitor.visit(x + i, y, z, position + i);
            }
        });
    }

    /// Bytes of the index tables that positions are found by (tile map, bases, masks …), exactly as allocated.
    long tableBytes();

    /// Tiles that hold fluid; 0 where the addressing has no tiles.
    long tiles();

    /// Tiles of the whole box, empty ones too; 0 where the addressing has no tiles.
    long tilesInBox();

    /// Fluid nodes per node of a stored tile (of the box, where there are no tiles).
    double utilisation();

    /// `dense`, `4³ tiles`, `compact 256×4×4 tiles`.
    @Override
    String toString();

    @FunctionalInterface
    interface NodeVisitor {
        void visit(int x, int y, int z, long position);
    }

    @FunctionalInterface
    interface RunVisitor {
        /// Nodes (x, y, z) … (x + count - 1, y, z) at `position` … `position + count - 1`.
        void visit(int x, int y, int z, int count, long position);
    }
}
