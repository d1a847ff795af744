package dev.tessera.solver;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Requests the end of a run: it finishes the step, writes a checkpoint and returns. Thread-safe.
public final class StopSignal {
    private final AtomicReference<@Nullable Cause> raised = new AtomicReference<>();

    /// Why a run ends before its end; the key is the `stop_reason` of its summary.
    public enum Cause {
        /// A signal of the operating system, such as that of Ctrl-C.
        INTERRUPTED("interrupted"),
        /// `tessera stop`, or the end of the sweep that the run belongs to.
        STOPPED("stopped");

        private final String key;

        Cause(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /// Only the first cause counts.
    public void raise(Cause cause) {
        raised.compareAndSet(null, cause);
    }

    public boolean isRaised() {
        return raised.get() != null;
    }

    /// Empty where nothing requests the end.
    public Optional<Cause> cause() {
        return Optional.ofNullable(raised.get());
    }

    /// Whether a run with this `stop_reason` was ended by such a request.
    public static boolean isReason(String stopReason) {
        return Stream.of(Cause.values()).anyMatch(cause -> cause.key().equals(stopReason));
    }
}
