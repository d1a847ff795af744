package dev.tessera.kernel.gpu;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// A link of the lattice, from a node to a neighbour or, at rest, to itself.
///
/// @param direction its number in the lattice; 0: at rest
/// @param x component toward the neighbour, -1, 0 or 1, as `y` and `z`
public record Link(int direction, int x, int y, int z) {
    static Link of(VelocitySet lattice, int direction) {
        Velocity c = lattice.velocity(direction);
        return new Link(direction, c.x(), c.y(), c.z());
    }

    /// Three letters, `m` for -1, `z` for 0, `p` for +1.
    public String letters() {
        return new Velocity(x, y, z).letters();
    }

    /// The number of the direction among all 27, x fastest: the bit of the link in a node's word of open links.
    public int code() {
        return new Velocity(x, y, z).code();
    }
}
