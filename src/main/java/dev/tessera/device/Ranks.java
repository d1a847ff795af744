package dev.tessera.device;

import java.util.List;
import java.util.function.LongSupplier;

/// The processes that run the same program on one case, each with a part of it: one process alone, or the ranks of an
/// MPI job. All of them take the same decisions: what depends on a clock, a signal or a file is decided by one rank for
/// all. Every method is collective: all ranks call it, in the same order, on the thread that runs the steps.
public interface Ranks {
    /// One process alone.
    Ranks ALONE = new Ranks() {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public void first(long[] values) {}

        @Override
        public void first(double[] values) {}

        @Override
        public boolean any(boolean value) {
            return value;
        }

        @Override
        public List<String> all(String own) {
            return List.of(own);
        }
    };

    /// The number of this process, from 0. Not collective.
    int rank();

    /// The number of processes. Not collective.
    int count();

    /// Whether this process prints and writes files. Not collective.
    default boolean isFirst() {
        return rank() == 0;
    }

    /// Replaces the values by those of the first rank.
    void first(long[] values);

    /// Replaces the values by those of the first rank.
    void first(double[] values);

    /// The value that the first rank gives, on all ranks.
    default long first(long value) {
        long[] one = {value};
        first(one);
        return one[0];
    }

    /// The decision of the first rank, on all ranks.
    default boolean first(boolean value) {
        return first(value ? 1 : 0) != 0;
    }

    /// The clock of the first rank for all: what depends on it is the same everywhere.
    /// @param own clock of this process
    default LongSupplier clock(LongSupplier own) {
        return count() == 1 ? own : () -> first(own.getAsLong());
    }

    /// Whether a rank gives `true`.
    boolean any(boolean value);

    /// A text of each rank, `[rank]`, on all ranks.
    List<String> all(String own);
}
