package dev.tessera.solver;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// Directions of a lattice by the codes that cut links carry.
final class DirectionCodes {
    private DirectionCodes() {}

    /// The direction that leaves along a cut link's code, or -1 where the lattice has none.
    static int outgoing(VelocitySet lattice, int code) {
        return lattice.velocities().indexOf(Velocity.ofCode(code));
    }

    /// The direction that comes back over a cut link, or -1.
    static int incoming(VelocitySet lattice, int code) {
        int outgoing = outgoing(lattice, code);
        return outgoing < 0 ? -1 : lattice.opposite(outgoing);
    }
}
