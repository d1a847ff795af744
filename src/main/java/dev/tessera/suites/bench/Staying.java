package dev.tessera.suites.bench;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;

/// No streaming: every value is read where it lies and written back, or to the same place of a second copy.
/// What memory allows at best, with as many copies as a pattern has.
record Staying(int copies) implements StreamingPattern {
    @Override
    public String key() {
        return copies == 1 ? "in-place" : "two-buffer";
    }

    @Override
    public int phases() {
        return copies;
    }

    @Override
    public Access read(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, phase);
    }

    @Override
    public Access write(VelocitySet lattice, int phase, int direction) {
        return new Access(0, direction, copies - 1 - phase);
    }

    @Override
    public Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
        return read(lattice, phase, direction);
    }

    @Override
    public Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
        return write(lattice, phase, direction);
    }
}
