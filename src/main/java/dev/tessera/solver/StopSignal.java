package dev.tessera.solver;

import java.util.concurrent.atomic.AtomicBoolean;

/// Asks a run to end cleanly: it finishes the step, writes a checkpoint and returns. Thread-safe.
public final class StopSignal {
    private final AtomicBoolean raised = new AtomicBoolean();

    public void raise() {
        raised.set(true);
    }

    public boolean isRaised() {
        return raised.get();
    }
}
