package dev.tessera.solver;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that cannot go on: it diverged, its device failed, or results cannot be written. Says node, step, likely cause
/// and the last good checkpoint.
public final class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Optional<Path> checkpoint;

    public RunFailure(String message, Optional<Path> checkpoint, @Nullable Throwable cause) {
        super(
                message
                        + checkpoint
                                .map(c -> " Last good checkpoint: " + c + ".")
                                .orElse(" There is no checkpoint yet."),
                cause);
        this.checkpoint = checkpoint;
    }

    public Optional<Path> checkpoint() {
        return checkpoint;
    }
}
