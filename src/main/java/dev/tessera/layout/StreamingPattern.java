package dev.tessera.layout;

import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Says which slot a node reads and writes for each direction in each phase. Phases repeat: step s runs phase
/// `s mod phases`.
///
/// The law: (1) what node x writes for direction i in phase p is what the node at x + c_i reads for i
/// in phase p+1; (2) along a cut link, x itself reads in phase p+1, for the opposite of i, what it
/// wrote for i; (3) within a phase no two nodes touch one slot, and in place (one copy) a node writes
/// exactly the slots that it read.
public interface StreamingPattern {
    String key();

    /// Steps until the pattern repeats.
    int phases();

    /// Copies of the populations: 2 for two-buffer patterns, 1 in place.
    int copies();

    /// Where the value that arrives along `direction` is read, the link that it comes over being open.
    Access read(VelocitySet lattice, int phase, int direction);

    /// Where the value that leaves along `direction` is written, the link that it leaves over being open.
    Access write(VelocitySet lattice, int phase, int direction);

    /// Where `direction`'s value is read when the link toward `-c_direction` is cut: a slot of the node
    /// itself (`at` = 0), or null where the pattern needs a private slot for that cut link.
    @Nullable
    Access readAcrossCut(VelocitySet lattice, int phase, int direction);

    /// Where `direction`'s value is written when the link toward `+c_direction` is cut; null for a private slot.
    @Nullable
    Access writeAcrossCut(VelocitySet lattice, int phase, int direction);
}
