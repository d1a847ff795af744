package dev.tessera.device.cpu;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Does the work of warming kernels some time from now, one piece after the other.
@FunctionalInterface
public interface Warmer {
    /// @param delay zero: as soon as possible
    void later(Duration delay, Runnable work);

    /// In a thread of its own, which goes away when it has had nothing to do for some seconds, and holds no JVM up.
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
