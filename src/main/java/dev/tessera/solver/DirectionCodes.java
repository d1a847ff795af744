package dev.tessera.solver;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;

/// Directions of a lattice by the codes of cut links.
final class DirectionCodes {
    private static final int CODES = 27;

    private final int[] outgoing = new int[CODES];
    private final int[] incoming = new int[CODES];
    private final int all; // bits of the codes of directions

    private DirectionCodes(VelocitySet lattice) {
        Arrays.fill(outgoing, -1);
        Arrays.fill(incoming, -1);
        int bits = 0;
        for (int i = 0; i < lattice.size(); i++) {
            int code = lattice.velocity(i).code();
            outgoing[code] = i;
            incoming[code] = lattice.opposite(i);
            bits |= 1 << code;
        }
        this.all = bits;
    }

    static DirectionCodes of(VelocitySet lattice) {
        return new DirectionCodes(lattice);
    }

    /// The outgoing direction along a cut link's code, or -1 where the lattice has none.
    int outgoing(int code) {
        return outgoing[code];
    }

    /// The incoming direction over a cut link, or -1.
    int incoming(int code) {
        return incoming[code];
    }

    /// Bits of the codes of all directions.
    int all() {
        return all;
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
