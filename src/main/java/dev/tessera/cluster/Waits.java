package dev.tessera.cluster;

import dev.tessera.device.DeviceException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The waits of the threads of parts for each other. A failure of one part ends all of them. Thread-safe.
public final class Waits {
    /// Checks before a thread sleeps between two of them: some hundred microseconds, which sleeping takes at least.
    private static final int SPINS = 5000;

    private static final long SLEEP_NANOS = 10_000;

    private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

    private record Failure(String where, Throwable cause) {}

    /// Waits until `condition` holds.
    /// @throws DeviceException if a part has failed
    public void until(BooleanSupplier condition) {
        for (int check = 0; !condition.getAsBoolean(); check++) {
            requireNoFailure();
            if (check < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(SLEEP_NANOS);
            }
        }
    }

    /// Ends all waits; only the first failure is remembered.
    /// @param where `part 2 of 4 (cuda:1)`
    public void fail(String where, Throwable cause) {
        failure.compareAndSet(null, new Failure(where, cause));
    }

    /// Which part has failed and why; empty while all is well.
    public Optional<String> failure() {
        return Optional.ofNullable(failure.get())
                .map(failed -> "%s failed: %s".formatted(failed.where(), describe(failed.cause())));
    }

    /// @throws DeviceException if a part has failed; names it
    public void requireNoFailure() {
        Failure failed = failure.get();
        if (failed != null) {
            throw new DeviceException(failure().orElseThrow(), failed.cause());
        }
    }

    private static String describe(Throwable cause) {
        String message = cause.getMessage();
        return message == null || message.isEmpty() ? cause.toString() : message;
    }
}
