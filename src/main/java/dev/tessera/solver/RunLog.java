package dev.tessera.solver;

import java.io.IOException;
import java.util.List;

/// Receives the time series of a run.
public interface RunLog {
    /// @param residual last estimate of the relative distance from the steady state; NaN where there is none
    ///        yet
    void row(long step, double timeS, double residual, List<Observable> observables) throws IOException;

    /// Removes the row of the step from which a run continues: an interrupted run wrote it, and an undisturbed one has
    /// none.
    default void removeRow(long step) throws IOException {}

    /// The largest value of an observable in the existing rows, such as those of a resumed run; 0 where there
    /// is none.
    default double largest(String observable) {
        return 0;
    }
}
