package dev.tessera.layout.pattern;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;

/// Two population arrays that are swapped every step: a node reads its neighbours' slots of one, and writes its own
/// slots of the other.
///
/// A cut link needs no private slot: no neighbour reads the node's own slot of that direction, so the node uses it.
/// Source: Wellein, Zeiser, Hager, Donath, Computers & Fluids 35, 910 (2006).
public record TwoBufferPull() implements StreamingPattern {
    @Override
    public String key() {
        return "pull";
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
        return new Access(lattice.opposite(direction), direction, phase);
    }

    @Override
    public Access write(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, 1 - phase);
    }

    @Override
    public Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, lattice.opposite(direction), phase);
    }

    @Override
    public Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, 1 - phase);
    }

    @Override
    public String toString() {
        return key();
    }
}
