package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes outputs on threads of its own while the simulation goes on, several outputs at a time. At most one snapshot
/// is being written; who brings the next one waits. Failures are told to the caller's thread, when it waits.
final class OutputQueue implements AutoCloseable {
    /// Each output needs memory of its own while it is written.
    private static final int MOST_AT_ONCE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(OutputQueue.class);

    private final List<Output> outputs;
    private final OutputFailures failures;
    private final ExecutorService writers = Executors.newFixedThreadPool(MOST_AT_ONCE, work -> {
        Thread thread = new Thread(work, "output");
        thread.setDaemon(true);
        return thread;
    });
    private List<? extends Future<?>> prepared; // of each output
    private List<Future<Attempt>> written = List.of(); // empty: nothing to wait for

    /// An output of one snapshot. @param problem null: it was written
    private record Attempt(
            Output output, String file, @Nullable Throwable problem) {
        static Attempt of(Output output, long step, Future<Snapshot> snapshot, Future<?> preparation) {
            String file = output.description().replace("<step>", "%09d".formatted(step));
            try {
                result(preparation);
                output.write(result(snapshot));
                return new Attempt(output, file, null);
            } catch (IOException | RuntimeException | LinkageError | InternalError | OutOfMemoryError problem) {
                return new Attempt(output, file, problem);
            }
        }

        void report() throws IOException {
            switch (problem) {
                case null -> {}
                case IOException io -> throw io;
                case RuntimeException runtime -> throw runtime;
                case Error error -> throw error;
                default -> throw new AssertionError(problem);
            }
        }
    }

    /// @param failures receives those of the outputs
    OutputQueue(List<Output> outputs, OutputFailures failures) {
        this.outputs = List.copyOf(outputs);
        this.prepared = Collections.nCopies(outputs.size(), CompletableFuture.completedFuture(true));
        this.failures = failures;
    }

    boolean isEmpty() {
        return outputs.isEmpty();
    }

    /// Begins to compute what outputs need of the geometry.
    void prepare(NodeMap nodes) {
        prepared = outputs.stream()
                .map(output -> writers.submit(() -> prepare(output, nodes)))
                .toList();
    }

    private static void prepare(Output output, NodeMap nodes) {
        try {
            output.prepare(nodes);
        } catch (RuntimeException | LinkageError | InternalError | OutOfMemoryError problem) {
            LOG.debug("{} was not prepared: {}", output.description(), problem.toString());
        }
    }

    /// Begins to write a snapshot; [#await] must have returned before the flow was observed, so that memory
    /// holds one.
    /// @param snapshot called once, on a thread that writes
    void write(long step, Supplier<Snapshot> snapshot) {
        await();
        Future<Snapshot> computed =
                writers.submit(snapshot::get); // the first: those that wait for it leave it a thread
        List<? extends Future<?>> before = prepared;
        written = IntStream.range(0, outputs.size())
                .mapToObj(k -> writers.submit(() -> Attempt.of(outputs.get(k), step, computed, before.get(k))))
                .toList();
    }

    /// Waits until all files are complete, or have failed.
    void await() {
        List<Attempt> attempts = written.stream().map(OutputQueue::result).toList(); // of all, before any is told
        written = List.of();
        for (Attempt attempt : attempts) {
            failures.attempt(attempt.output().description(), attempt.file(), attempt::report);
        }
    }

    /// An interruption of the waiting thread is kept for later: files have to be complete.
    private static <T> T result(Future<T> last) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return last.get();
                } catch (InterruptedException again) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    switch (failed.getCause()) {
                        case RuntimeException problem -> throw problem;
                        case Error problem -> throw problem;
                        case null, default -> throw new IllegalStateException(failed.getCause());
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Waits as [#await]; nothing can be written afterwards.
    @Override
    public void close() {
        await();
        writers.shutdown();
    }
}
