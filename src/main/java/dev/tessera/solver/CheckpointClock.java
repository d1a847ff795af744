package dev.tessera.solver;

import java.util.OptionalDouble;

/// Tells when a checkpoint is due by wall-clock time: some time after the last one, or after the start. Ranks that
/// give it the readings of one clock take the same decisions.
final class CheckpointClock {
    private final long intervalNanos;
    private long startNanos;

    /// @param intervalS empty: none is ever due
    CheckpointClock(OptionalDouble intervalS) {
        this.intervalNanos = intervalS.isPresent() ? Math.round(intervalS.getAsDouble() * 1e9) : Long.MAX_VALUE;
    }

    /// Counts from this reading of the clock on.
    void restart(long nowNanos) {
        startNanos = nowNanos;
    }

    boolean isDue(long nowNanos) {
        return nowNanos - startNanos >= intervalNanos;
    }
}
