package dev.tessera.solver;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// Directions of a lattice by the codes of cut links.
final class DirectionCodes {
    private DirectionCodes() {}

    /// The outgoing direction along a cut link's code, or -1 where the lattice has none.
    static int outgoing(VelocitySet lattice, int code) {
        return lattice.velocities().indexOf(Velocity.ofCode(code));
    }

    /// The incoming direction over a cut link, or -1.
    static int incoming(VelocitySet lattice, int code) {
        int outgoing = outgoing(lattice, code);
        return outgoing < 0 ? -1 : lattice.opposite(outgoing);
    }

    /// The axis (0, 1, 2) parallel to a cut link, or -1 where there is none.
    static int axis(int code) {
        Velocity c = Velocity.ofCode(code);
        if (Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z()) != 1) {
            return -1;
        }
        return c.x() != 0 ? 0 : c.y() != 0 ? 1 : 2;
    }
}
