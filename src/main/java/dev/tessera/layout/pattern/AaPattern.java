package dev.tessera.layout.pattern;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;

/// In place, two phases. Even: a node reads its own slots and writes each population to the slot of the opposite
/// direction. Odd: it reads from and writes to its neighbours' slots.
///
/// A cut link always uses the node's own slot of the direction that points out of the wall;
/// no private slot is needed.
/// Source: Bailey, Myre, Walsh, Lilja, Saar, Int. Conf. Parallel Processing, 550 (2009).
public record AaPattern() implements StreamingPattern {
    @Override
    public String key() {
        return "aa";
    }

    @Override
    public int phases() {
        return 2;
    }

    @Override
    public int copies() {
        return 1;
    }

    @Override
    public Access read(VelocitySet lattice, int phase, int direction) {
        int opposite = lattice.opposite(direction);
        return phase == 0 ? new Access(0, direction, 0) : new Access(opposite, opposite, 0);
    }

    @Override
    public Access write(VelocitySet lattice, int phase, int direction) {
        return phase == 0 ? new Access(0, lattice.opposite(direction), 0) : new Access(direction, direction, 0);
    }

    @Override
    public Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, 0);
    }

    @Override
    public Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, lattice.opposite(direction), 0);
    }

    @Override
    public String toString() {
        return key();
    }
}
