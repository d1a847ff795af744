package dev.tessera.device.cpu;

import java.time.Duration;

/// Schedules the warm-up of kernels, one at a time.
@FunctionalInterface
public interface Warmer extends AutoCloseable {
    /// Does nothing after [#close].
    /// @param delay zero: as soon as possible
    void later(Duration delay, Runnable work);

    /// Interrupts the work in progress and drops what waits. Kernels that are not warm keep their present speed.
    @Override
    default void close() {}

    /// Uses a daemon thread, which ends after some idle seconds.
    static Warmer inBackground() {
        return new BackgroundWarmer();
    }
}
