package dev.tessera.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A request to end a run, as a file in the folder of its results. It contains the text of the run's lock, so that it
/// ends this run and no later one (decision 0058).
final class StopRequest {
    static final String NAME = ".stop";
    /// Environment variable of the runs of a sweep: the process of the sweep, without which they end.
    static final String SWEEP = "TESSERA_SWEEP_PROCESS";

    private static final Logger LOG = LoggerFactory.getLogger(StopRequest.class);
    private static final long PERIOD_MILLIS = 1000;

    private StopRequest() {}

    /// Writes the request; it appears complete.
    /// @param holder the text of the lock ([ResultLock#holderOf])
    static void place(Path folder, String holder) throws IOException {
        Path beside = folder.resolve(NAME + ".writing");
        Files.writeString(beside, holder);
        Files.move(beside, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Whether a folder contains a request for this process.
    static boolean isForThisProcess(Path folder) {
        try {
            return Files.readString(folder.resolve(NAME)).equals(ResultLock.thisProcess());
        } catch (NoSuchFileException usual) {
            return false;
        } catch (IOException unreadable) {
            LOG.debug("{} cannot be read: {}", folder.resolve(NAME), unreadable.getMessage());
            return false;
        }
    }

    static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    /// The process whose end also ends this one, if the environment names one.
    static Optional<ProcessHandle> sweepOfThisProcess() {
        String pid = System.getenv().getOrDefault(SWEEP, "");
        return pid.matches("\\d{1,18}") ? ProcessHandle.of(Long.parseLong(pid)) : Optional.empty();
    }

    /// Looks for a request each second, on a thread of its own, until it is closed or has found one.
    static Poll poll(Path folder, Runnable found) {
        return new Poll(folder, found);
    }

    static final class Poll implements AutoCloseable {
        private final Path folder;
        private final Runnable found;
        private final boolean isOfSweep = System.getenv().containsKey(SWEEP);
        private final Optional<ProcessHandle> sweep = sweepOfThisProcess();
        private final Thread thread;

        private Poll(Path folder, Runnable found) {
            this.folder = folder;
            this.found = found;
            this.thread = Thread.ofPlatform().daemon().name("stop-request").start(this::look);
        }

        private void look() {
            try {
                while (!isRequested()) {
                    Thread.sleep(PERIOD_MILLIS);
                }
                found.run();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean isRequested() {
            boolean isAbandoned =
                    isOfSweep && sweep.filter(ProcessHandle::isAlive).isEmpty();
            return isAbandoned || isForThisProcess(folder);
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
