package dev.tessera.solver;

import java.util.concurrent.atomic.AtomicBoolean;

/// Requests the end of a run: it finishes the step, writes a checkpoint and returns. Thread-safe.
public final class StopSignal {
    private final AtomicBoolean raised = new AtomicBoolean();

    public void raise() {
        raised.set(true);
    }

    public boolean isRaised() {
        return raised.get();
    }
}
