package dev.tessera.suites.bench;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;

/// No streaming: every value is read and written back, or written to the same position of a second array. Measures what
/// memory allows with as many population arrays as a pattern has.
record NoStreaming(int copies) implements StreamingPattern {
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
