package dev.tessera.layout;

import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Defines which slot a node reads and writes for each direction in each phase. Phases repeat: step s runs phase `s mod
/// phases`.
///
/// Storage invariants: (1) the value that node x writes for direction i in phase p is read by the node at x + c_i for i
/// in phase p+1; (2) along a cut link, x itself reads the value that it wrote for i in phase p+1, for the opposite of
/// i; (3) within a phase no two nodes access the same slot, and in place (one population array) a node writes exactly
/// the slots that it read.
public interface StreamingPattern {
    String key();

    /// Steps until the pattern repeats.
    int phases();

    /// The number of population arrays: 2 for two-buffer patterns, 1 in place.
    int copies();

    /// The slot of the incoming population of `direction`, for an open link.
    Access read(VelocitySet lattice, int phase, int direction);

    /// The slot of the outgoing population of `direction`, for an open link.
    Access write(VelocitySet lattice, int phase, int direction);

    /// The slot of the incoming population of `direction` if the link toward `-c_direction` is cut: a slot of the node
    /// itself (`at` = 0), or null if the pattern needs a private slot.
    @Nullable
    Access readAcrossCut(VelocitySet lattice, int phase, int direction);

    /// The slot of the outgoing population of `direction` if the link toward `+c_direction` is cut; null for a private
    /// slot.
    @Nullable
    Access writeAcrossCut(VelocitySet lattice, int phase, int direction);
}
