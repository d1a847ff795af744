package dev.tessera.device.cpu;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;

/// Warms kernels on a daemon thread, which ends after some idle seconds. Thread-safe.
final class BackgroundWarmer implements Warmer {
    /// Name of the thread.
    static final String THREAD = "kernel-warmer";

    private static final long IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, work -> {
        Thread made = new Thread(work, THREAD);
        made.setDaemon(true);
        return made;
    });

    BackgroundWarmer() {
        thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setRejectedExecutionHandler(new DiscardPolicy());
    }

    @Override
    public void later(Duration delay, Runnable work) {
        var _ = thread.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
