package dev.tessera.cli;

import dev.tessera.solver.StopSignal;
import java.io.PrintStream;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Handles Ctrl-C, SIGTERM and SIGHUP. Most commands end at once, with a message and exit code 130. A run sets a
/// watch: it receives a request to stop, and continues until its checkpoint and its results are written; a second
/// signal ends it at once.
final class Interruption {
    private final PrintStream err;
    private final Runnable endNow;
    private @Nullable Watch watch;
    private Supplier<String> closingMessage = () -> "interrupted before the end; no results were written.";

    /// @param err receives the message
    /// @param endNow ends the process with exit code 130 at once
    Interruption(PrintStream err, Runnable endNow) {
        this.err = err;
        this.endNow = endNow;
    }

    /// Reacts to the signals of this process some milliseconds from now on: registering takes as long as reading the
    /// command line, and goes on meanwhile. Until then a signal ends the process, without a message.
    static Interruption ofProcess(PrintStream err) {
        var interruption = new Interruption(err, () -> System.exit(ExitCode.INTERRUPTED.code()));
        Thread.ofPlatform().name("signals").daemon().start(() -> Signals.handle(interruption::handleSignal));
        return interruption;
    }

    /// The results of a run, from their first file to the last.
    final class Watch implements AutoCloseable {
        private final Consumer<StopSignal.Cause> askToStop;
        private boolean signalled;
        private boolean requested;
        private boolean complete;

        private Watch(Consumer<StopSignal.Cause> askToStop) {
            this.askToStop = askToStop;
        }

        /// Marks the results as complete: later signals have no effect.
        ///
        /// @return whether a signal or a request came before
        boolean complete() {
            synchronized (Interruption.this) {
                complete = true;
                return signalled || requested;
            }
        }

        /// Requests the run to stop as a first signal does. A signal that follows does not end it at once: the two
        /// may have one origin.
        void request() {
            synchronized (Interruption.this) {
                if (!requested && !signalled && !complete) {
                    requested = true;
                    askToStop.accept(StopSignal.Cause.STOPPED);
                }
            }
        }

        /// Afterwards a signal ends the process at once, unless the run is complete.
        @Override
        public void close() {
            synchronized (Interruption.this) {
                if (!complete) {
                    watch = null;
                }
            }
        }
    }

    /// From now on the first signal requests the run to stop instead of ending the process.
    ///
    /// @param askToStop must return at once; called once for each cause
    synchronized Watch watch(Consumer<StopSignal.Cause> askToStop) {
        watch = new Watch(askToStop);
        return watch;
    }

    /// Sets the message of a command that ends at once; making it may print results.
    ///
    /// @param words called once, on the signal's thread; must return at once; returns the message
    synchronized void closingMessage(Supplier<String> words) {
        closingMessage = words;
    }

    /// Handles a signal.
    synchronized void handleSignal() {
        if (watch == null) {
            end(closingMessage.get());
        } else if (watch.signalled && !watch.complete) {
            end("interrupted twice; ended without waiting for the checkpoint. Earlier checkpoints are complete.");
        } else if (!watch.complete) {
            watch.signalled = true;
            watch.askToStop.accept(StopSignal.Cause.INTERRUPTED);
        }
    }

    private void end(String sentence) {
        err.println("tessera: " + sentence);
        endNow.run();
    }
}
