package dev.tessera.solver;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that cannot go on: it diverged, its device failed, or results cannot be written. Says node, step, likely cause
/// and the last good checkpoint.
public final class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Optional<Path> checkpoint;
    private final transient Optional<Divergence> divergence;

    /// The flow diverged.
    RunFailure(Divergence divergence, Optional<Path> checkpoint) {
        this(divergence.message(), checkpoint, null, Optional.of(divergence));
    }

    public RunFailure(String message, Optional<Path> checkpoint, @Nullable Throwable cause) {
        this(message, checkpoint, cause, Optional.empty());
    }

    private RunFailure(
            String message,
            Optional<Path> checkpoint,
            @Nullable Throwable cause,
            Optional<Divergence> divergence) {
        super(
                message
                        + checkpoint
                                .map(c -> " Last good checkpoint: " + c + ".")
                                .orElse(" There is no checkpoint yet."),
                cause);
        this.checkpoint = checkpoint;
        this.divergence = divergence;
    }

    /// Where and why the flow diverged; empty where something else failed.
    public Optional<Divergence> divergence() {
        return divergence;
    }

    public Optional<Path> checkpoint() {
        return checkpoint;
    }
}
