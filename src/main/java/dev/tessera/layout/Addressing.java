package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Maps slots to memory: dense, tiles, compact tiles …, with parameters; `place` applies it to a geometry.
public interface Addressing {
    String key();

    /// @param copies number of population arrays of the pattern
    /// @param spacing of the directions' arrays
    Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing);

    /// Why a pattern cannot be combined with this addressing, and what to use instead; null if it can.
    default @Nullable String unfitFor(StreamingPattern pattern) {
        return null;
    }

    /// Why it cannot place the nodes of a box, and what to use instead; null if it can.
    default @Nullable String unfitFor(Box box) {
        return null;
    }

    /// Whether all nodes of a tile have to read before any of them writes: on GPUs with a barrier in the thread
    /// block, on CPUs tile by tile.
    default boolean needsBarrier() {
        return false;
    }

    /// The number of stored population arrays: with barriers in tiles, one suffices for a pattern of two.
    default int storedCopies(StreamingPattern pattern) {
        return needsBarrier() ? 1 : pattern.copies();
    }

    /// The same addressing in the shape that is usual on GPUs or on CPUs, where this one has the usual shape of the
    /// other; else this one.
    default Addressing shapedFor(boolean isGpu) {
        return this;
    }

    /// Which neighbours of a node are stored as indices in addition to the placement.
    default Neighbours neighbours() {
        return Neighbours.FOUND_BY_PLACE;
    }

    /// How a kernel finds a node's neighbours.
    enum Neighbours {
        /// None: the placement computes the position of a neighbour.
        FOUND_BY_PLACE,
        /// An index for each direction except rest: q - 1 per node.
        LISTED_WHERE_MOVING,
        /// An index for each direction: q per node.
        LISTED
    }
}
