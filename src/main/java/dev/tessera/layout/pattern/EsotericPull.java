package dev.tessera.layout.pattern;

import dev.tessera.layout.Access;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// In place, two phases that differ only by swapping the two arrays of each pair of opposite directions. Of each pair
/// (i odd, i+1) a node accesses one slot of its own and one of its neighbour at `x + c_i`: in every phase half of the
/// neighbours of AA's odd phase.
///
/// A link cut along `c_i` (i odd) needs a private slot, since the neighbour that would own it does not exist. A link
/// cut along `c_(i+1)` uses the node's own slot of array i in all phases, since the neighbour that would use it does
/// not exist.
/// Source: Lehmann, Computation 10, 92 (2022).
public record EsotericPull() implements StreamingPattern {
    @Override
    public String key() {
        return "esoteric-pull";
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
        if (direction == 0) {
            return new Access(0, 0, 0);
        }
        return isFirst(direction) ? own(phase, direction) : neighbours(phase, direction - 1);
    }

    @Override
    public Access write(VelocitySet lattice, int phase, int direction) {
        if (direction == 0) {
            return new Access(0, 0, 0);
        }
        return isFirst(direction) ? neighbours(phase, direction) : own(phase, direction - 1);
    }

    @Override
    public @Nullable Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
        return isFirst(direction) ? new Access(0, direction, 0) : null;
    }

    @Override
    public @Nullable Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
        return isFirst(direction) ? null : new Access(0, direction - 1, 0);
    }

    /// The node's own slot of the pair (first, first + 1) in this phase.
    private static Access own(int phase, int first) {
        return new Access(0, phase == 0 ? first + 1 : first, 0);
    }

    /// The slot of the pair that belongs to the neighbour along `first`.
    private static Access neighbours(int phase, int first) {
        return new Access(first, phase == 0 ? first : first + 1, 0);
    }

    private static boolean isFirst(int direction) {
        return direction % 2 == 1;
    }

    @Override
    public String toString() {
        return key();
    }
}
