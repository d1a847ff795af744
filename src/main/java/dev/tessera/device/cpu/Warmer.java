package dev.tessera.device.cpu;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Schedules the warm-up of kernels, one at a time.
@FunctionalInterface
public interface Warmer {
    /// @param delay zero: as soon as possible
    void later(Duration delay, Runnable work);

    /// Uses a daemon thread, which ends after some idle seconds.
    static Warmer inBackground() {
        var thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread made = new Thread(work, "kernel-warmer");
            made.setDaemon(true);
            return made;
        });
        thread.setKeepAliveTime(5, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        return (delay, work) -> {
            var _ = thread.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
        };
    }
}
