package dev.tessera.kernel;

import java.util.List;

/// The numbering of a compiled kernel's streams for every target: populations by direction first, then fields in the
/// order of `fieldsIn` (input) or `fieldsOut` (output).
///
/// @param lattice the velocity set's name
/// @param directions q
public record Streams(String lattice, int directions, List<String> fieldsIn, List<String> fieldsOut) {
    public Streams {
        fieldsIn = List.copyOf(fieldsIn);
        fieldsOut = List.copyOf(fieldsOut);
    }

    public static Streams of(Kernel kernel) {
        return new Streams(kernel.lattice().name(), kernel.lattice().size(), kernel.fieldsIn(), kernel.fieldsOut());
    }

    /// Streams that a call reads.
    public int in() {
        return directions + fieldsIn.size();
    }

    /// Streams that a call writes.
    public int out() {
        return directions + fieldsOut.size();
    }

    public int fieldIn(String field) {
        return directions + fieldsIn.indexOf(field);
    }

    public int fieldOut(String field) {
        return directions + fieldsOut.indexOf(field);
    }
}
