package dev.tessera.solver;

import dev.tessera.kernel.gpu.Tuning;

/// How launches on a GPU are chosen; results do not depend on it.
public sealed interface TuningChoice {
    /// Measured once, then remembered.
    record Measured() implements TuningChoice {}

    /// The fastest launch on an H200.
    record Usual() implements TuningChoice {}

    /// Given by the case.
    record Fixed(Tuning tuning) implements TuningChoice {}
}
