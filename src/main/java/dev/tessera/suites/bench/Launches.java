package dev.tessera.suites.bench;

/// How the kernels of a GPU's rows are launched.
public enum Launches {
    /// As each row of the suite says.
    LISTED,
    /// As a run would: steps as the tuner finds them fastest, or remembers them, and one row for all launches that a
    /// suite lists of a storage. Limits and kernels without a part stay as listed.
    TUNED
}
