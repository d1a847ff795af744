package dev.tessera.layout;

import dev.tessera.geometry.NodeMap;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// The memory of a stored state on one geometry: slots of populations, or of moments. Immutable, thread-safe.
public sealed interface NodeStorage permits StorageLayout, MomentLayout {
    VelocitySet lattice();

    Addressing addressing();

    NodeMap nodes();

    Placement placement();

    /// Bytes of a slot.
    int bytesPerValue();

    /// The number of slots, including unused ones; `slots() * bytesPerValue` bytes are allocated.
    long slots();

    /// Steps until the slots repeat: step s runs phase `s mod phases`.
    int phases();

    /// Bytes of the addressing tables.
    long tableBytes();

    /// The position of the neighbour `x + c` if it is a fluid node, otherwise of the node itself: where a
    /// kernel finds the value of a stored field ([Placement#position]).
    long neighbourPosition(int x, int y, int z, Velocity c);
}
