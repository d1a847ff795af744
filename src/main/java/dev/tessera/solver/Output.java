package dev.tessera.solver;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Writes results. Each kind of file is one implementation; a run calls it on schedule.
public interface Output {
    /// Called on the schedule of the case and once at the end.
    void write(Snapshot snapshot) throws IOException;

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
