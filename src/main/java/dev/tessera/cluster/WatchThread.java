package dev.tessera.cluster;

import java.util.concurrent.TimeUnit;

/// A thread of its own that watches others until it is closed. An exception of what it does is uncaught: it ends the
/// job.
public final class WatchThread implements AutoCloseable {
    private final Thread thread;

    /// What the thread does.
    @FunctionalInterface
    public interface Watching {
        /// @throws InterruptedException when the thread is closed
        void run() throws InterruptedException;
    }

    /// @param name of the thread
    public WatchThread(String name, Watching watching) {
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> {
            try {
                watching.run();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// To be called once.
    public void start() {
        thread.start();
    }

    /// Ends the thread, and waits a second at most.
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException sooner) {
            Thread.currentThread().interrupt();
        }
    }
}
