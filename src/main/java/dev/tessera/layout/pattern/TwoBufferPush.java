package dev.tessera.layout.pattern;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;

/// Two population arrays that are swapped every step: a node reads its own slots of one, and writes its neighbours'
/// slots of the other.
///
/// A cut link needs no private slot: no neighbour writes the node's own slot of the opposite direction, so the node
/// uses it.
/// Source: Wellein, Zeiser, Hager, Donath, Computers & Fluids 35, 910 (2006).
public record TwoBufferPush() implements StreamingPattern {
    @Override
    public String key() {
        return "push";
    }

    @Override
    public int phases() {
        return 2;
    }

    @Override
    public int copies() {
        return 2;
    }

    @Override
    public Access read(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, phase);
    }

    @Override
    public Access write(VelocitySet lattice, int phase, int direction) {
        return new Access(direction, direction, 1 - phase);
    }

    @Override
    public Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, phase);
    }

    @Override
    public Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, lattice.opposite(direction), 1 - phase);
    }

    @Override
    public String toString() {
        return key();
    }
}
