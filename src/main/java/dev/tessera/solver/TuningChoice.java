package dev.tessera.solver;

import dev.tessera.kernel.gpu.Tuning;

/// How launches on a GPU are chosen; results do not depend on it.
public sealed interface TuningChoice {
    /// By measuring once, or as remembered.
    record Measured() implements TuningChoice {}

    /// As was fastest on one H200.
    record Usual() implements TuningChoice {}

    /// As the case says.
    record Fixed(Tuning tuning) implements TuningChoice {}
}
