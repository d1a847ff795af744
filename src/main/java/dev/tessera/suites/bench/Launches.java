package dev.tessera.suites.bench;

import dev.tessera.solver.TuningChoice;

/// How the kernels of a GPU's rows are launched.
public enum Launches {
    /// As listed by the suite.
    LISTED,
    /// As in a run: the fastest launch that the tuner finds or has stored; one row for all launches that a
    /// suite lists of a storage. Limits and kernels without a part are launched as listed.
    TUNED;

    /// How a simulation chooses its launch.
    TuningChoice ofSimulations() {
        return this == TUNED ? new TuningChoice.Measured() : new TuningChoice.Usual();
    }
}
