package dev.tessera.cli;

import java.io.PrintStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What Ctrl-C, SIGTERM and SIGHUP do to a command. Most commands end at once, with a sentence and exit code 130. A run
/// has a watch: it is asked to stop, and goes on until its checkpoint and its results are written;
/// a second signal ends it at once.
final class Interruption {
    private final PrintStream err;
    private final Runnable endNow;
    private @Nullable Watch watch;
    private Supplier<String> closingMessage = () -> "interrupted before the end; no results were written.";

    /// @param err takes the sentence
    /// @param endNow ends the process with exit code 130 whatever it is doing
    Interruption(PrintStream err, Runnable endNow) {
        this.err = err;
        this.endNow = endNow;
    }

    /// Reacts to the signals of this process from now on.
    static Interruption ofProcess(PrintStream err) {
        var interruption = new Interruption(err, () -> System.exit(ExitCode.INTERRUPTED.code()));
        Signals.handle(interruption::arrive);
        return interruption;
    }

    /// The results of a run, from their first file to the last.
    final class Watch implements AutoCloseable {
        private final Runnable askToStop;
        private boolean arrived;
        private boolean complete;

        private Watch(Runnable askToStop) {
            this.askToStop = askToStop;
        }

        /// Says that everything is written: a signal that comes later changes nothing.
        ///
        /// @return whether a signal came before
        boolean complete() {
            synchronized (Interruption.this) {
                complete = true;
                return arrived;
            }
        }

        /// From here on a signal ends the process at once, unless the run is complete.
        @Override
        public void close() {
            synchronized (Interruption.this) {
                if (!complete) {
                    watch = null;
                }
            }
        }
    }

    /// Lets the run, from now on, decide when it ends.
    ///
    /// @param askToStop must return at once; called once
    synchronized Watch watch(Runnable askToStop) {
        watch = new Watch(askToStop);
        return watch;
    }

    /// Leaves a command that ends at once a moment to hand out what it has.
    ///
    /// @param words called once, on a thread of the signal's; must return at once; gives the sentence
    synchronized void closingMessage(Supplier<String> words) {
        closingMessage = words;
    }

    /// What a signal starts.
    synchronized void arrive() {
        if (watch == null) {
            end(closingMessage.get());
        } else if (watch.arrived && !watch.complete) {
            end("interrupted twice; ended without waiting for the checkpoint. Earlier checkpoints are whole.");
        } else if (!watch.complete) {
            watch.arrived = true;
            watch.askToStop.run();
        }
    }

    private void end(String sentence) {
        err.println("tessera: " + sentence);
        endNow.run();
    }
}
