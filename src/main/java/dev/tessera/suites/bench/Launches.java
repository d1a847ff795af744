package dev.tessera.suites.bench;

/// How the kernels of a GPU's rows are launched.
public enum Launches {
    /// As listed by the suite.
    LISTED,
    /// As in a run: the fastest launch that the tuner finds or has stored; one row for all launches that a suite lists
    /// of a storage. Limits and kernels without a part are launched as listed.
    TUNED
}
