package dev.tessera.solver;

import java.io.IOException;
import java.util.List;

/// Writes results. Each kind of file is one implementation; a run tells it when.
public interface Output {
    /// Called at the schedule of the case and once at the end.
    void write(Snapshot snapshot) throws IOException;

    /// The name of its files, in which `<step>` stands for the step in nine digits.
    String description();

    /// Names of files that it writes anew at every step, such as the collection of a time series.
    default List<String> filesOfAllSteps() {
        return List.of();
    }
}
