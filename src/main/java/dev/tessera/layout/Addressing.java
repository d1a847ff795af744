package dev.tessera.layout;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Says where slots lie. A choice (dense, tiles, compact tiles …) with its parameters; `place`
/// applies it to a geometry.
public interface Addressing {
    String key();

    /// @param copies of the populations that the pattern keeps
    /// @param spacing how far apart the directions' arrays start
    Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing);

    /// Why a pattern makes no sense with this addressing, and what does; null where it does.
    default @Nullable String unfitFor(StreamingPattern pattern) {
        return null;
    }

    /// Whether nodes of a tile have to read before any of them writes: on GPUs behind a barrier in a block of
    /// threads, on CPUs tile by tile.
    default boolean needsBarrier() {
        return false;
    }

    /// Copies of the populations that are stored: where tiles need barriers, one serves a pattern of two.
    default int storedCopies(StreamingPattern pattern) {
        return needsBarrier() ? 1 : pattern.copies();
    }

    /// Which neighbours of a node are kept as indices beside the placement.
    default Neighbours neighbours() {
        return Neighbours.FOUND_BY_PLACE;
    }

    /// How a kernel finds a node's neighbours.
    enum Neighbours {
        /// The placement finds the node at a place; nothing is kept for each node.
        FOUND_BY_PLACE,
        /// An index for each direction that moves: q - 1 a node.
        LISTED_WHERE_MOVING,
        /// An index for each direction: q a node.
        LISTED
    }
}
