package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Writes results. Each kind of file is one implementation; a run calls it on schedule.
public interface Output {
    /// Called on the schedule of the case and once at the end.
    void write(Snapshot snapshot) throws IOException;

    /// Computes what depends on the geometry only, so that the first snapshot is written sooner. Called at most once,
    /// before any snapshot is written, on any thread; what fails here fails again there, and is reported there.
    default void prepare(NodeMap nodes) {}

    /// The name of its files, with `<step>` in place of the step in nine digits.
    String description();

    /// The names of the pieces of its files, with `<piece>` in place of their numbers; empty: they have none.
    default Optional<String> pieces() {
        return Optional.empty();
    }

    /// Names of files that every call rewrites, such as the collection of a time series.
    default List<String> filesOfAllSteps() {
        return List.of();
    }
}
