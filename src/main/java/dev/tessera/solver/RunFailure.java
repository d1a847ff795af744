package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that cannot continue: it diverged, or its device or a hook failed. The message names node, step, probable
/// cause and
/// the last good checkpoint.
public final class RunFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// Why a run failed, as written to `stop_reason`.
    public enum Reason {
        DIVERGED("diverged"),
        DEVICE_FAILED("device failed"),
        /// A hook ([StepHook]) threw an exception, which is the cause.
        HOOK_FAILED("hook failed"),
        /// Any other reason, including an error in Tessera.
        FAILED("failed");

        private final String key;

        Reason(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /// Where a run failed.
    /// @param step the last completed step
    /// @param timeS its physical time
    /// @param placeM the point in the flow, metres, where there is one
    public record Where(long step, double timeS, Optional<Vec> placeM) {}

    private final Reason reason;
    private final transient Where where;
    private final transient Optional<Path> checkpoint;
    private final transient Optional<Divergence> divergence;

    /// The flow diverged.
    RunFailure(Divergence divergence, Optional<Path> checkpoint) {
        this(
                Reason.DIVERGED,
                divergence.message(),
                new Where(divergence.step(), divergence.timeS(), Optional.of(divergence.placeM())),
                checkpoint,
                null,
                Optional.of(divergence));
    }

    public RunFailure(
            Reason reason, String message, Where where, Optional<Path> checkpoint, @Nullable Throwable cause) {
        this(reason, message, where, checkpoint, cause, Optional.empty());
    }

    private RunFailure(
            Reason reason,
            String message,
            Where where,
            Optional<Path> checkpoint,
            @Nullable Throwable cause,
            Optional<Divergence> divergence) {
        super(
                message
                        + checkpoint
                                .map(c -> " Last good checkpoint: " + c + ".")
                                .orElse(" There is no checkpoint yet."),
                cause);
        this.reason = reason;
        this.where = where;
        this.checkpoint = checkpoint;
        this.divergence = divergence;
    }

    /// Where and why the flow diverged; empty where something else failed.
    public Optional<Divergence> divergence() {
        return divergence;
    }

    public Reason reason() {
        return reason;
    }

    public Where where() {
        return where;
    }

    public Optional<Path> checkpoint() {
        return checkpoint;
    }
}
