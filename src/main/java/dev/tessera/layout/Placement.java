package dev.tessera.layout;

/// The storage of the nodes of one geometry. Every fluid node has its own position, in storage order; every (node,
/// array, copy) has its own slot. Immutable, thread-safe.
///
/// Coordinates and box indices must be those of fluid nodes inside the box: this is not checked, since tables
/// of hundreds of millions of slots are built through these methods. They do not divide, except those that
/// take a box index.
public interface Placement {
    /// The position of a fluid node in storage order, 0 … positions()-1, unique to the node.
    long position(int x, int y, int z);

    /// The positions of fluid nodes among `count` nodes along x, from (x, y, z) on; entries of other nodes are
    /// undefined.
    /// @param target `[count]` at least
    void positions(int x, int y, int z, int count, long[] target);

    /// The number of positions of one array, including unused ones, without padding.
    long positions();

    /// Whether the position of a fluid node is its fluid number: nodes are stored in the order of the box, without
    /// gaps.
    default boolean isInFluidOrder() {
        return false;
    }

    /// The slot of a stored value.
    long slot(int x, int y, int z, int array, int copy);

    /// The slot of a stored value. @param boxIndex a fluid node's index in the box (see `Box.index`)
    long slot(long boxIndex, int array, int copy);

    /// The number of allocated slots, including unused ones and padding, without private slots of cut links.
    long slots();

    /// Slots of buffers between tiles, among [#slots].
    default long ghostSlots() {
        return 0;
    }

    /// The number of stored population arrays: that of the pattern, or fewer if the addressing merges them.
    default int storedCopies(int patternCopies) {
        return patternCopies;
    }

    /// Nodes of positions k n … (k + 1) n - 1, for each k, have to read before any of them writes; 0 if nodes
    /// are independent within a phase.
    default int positionsPerBarrier() {
        return 0;
    }

    /// The number of blocks of the storage order: consecutive nodes of a block mostly have consecutive
    /// positions. Blocks can be visited in parallel; together they contain every fluid node once, and positions
    /// grow from block to block.
    int blocks();

    /// Visits the fluid nodes of a block in storage order, as runs along x with consecutive positions. A run
    /// ends at the end of the fluid or at a tile's border.
    void forEachRun(int block, RunVisitor visitor);

    /// Visits the fluid nodes of a block in storage order.
    default void forEachNode(int block, NodeVisitor visitor) {
        forEachRun(block, (x, y, z, count, position) -> {
            for (int i = 0; i < count; i++) {
                visitor.visit(x + i, y, z, position + i);
            }
        });
    }

    /// Allocated bytes of the addressing tables (tile map, bases, masks …).
    long tableBytes();

    /// The number of tiles that contain fluid; 0 if the addressing has no tiles.
    long tiles();

    /// The number of tiles of the whole box, including empty ones; 0 if the addressing has no tiles.
    long tilesInBox();

    /// Fluid nodes per node of a stored tile (of the box, if there are no tiles).
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
