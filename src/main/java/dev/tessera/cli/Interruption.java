package dev.tessera.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns Ctrl-C (and SIGTERM) into a clean end of a run: asks it to stop, and holds the process until it
/// has written
/// its
/// checkpoint. The exit code is the JVM's own: 130 for SIGINT, 143 for SIGTERM.
final class Interruption implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Interruption.class);
    private static final long PATIENCE_MINUTES = 10;

    private final Runnable askToStop;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "tessera-interruption");

    private Interruption(Runnable askToStop) {
        this.askToStop = askToStop;
    }

    /// Watches until it is closed; the run is over by then.
    ///
    /// @param askToStop must return at once
    static Interruption watch(Runnable askToStop) {
        var interruption = new Interruption(askToStop);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyShuttingDown) {
            LOG.debug("the process is ending already");
        }
    }

    /// What the signal starts; visible for tests.
    void stop() {
        LOG.warn("interrupted; finishing the step and writing a checkpoint …");
        askToStop.run();
        try {
            if (!ended.await(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                LOG.warn("the run did not stop within {} minutes; giving up without a checkpoint", PATIENCE_MINUTES);
            }
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }
}
