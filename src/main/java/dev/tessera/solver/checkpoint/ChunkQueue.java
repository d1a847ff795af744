package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/// Work on chunks by several threads, with results in order and few chunks in memory at a time.
final class ChunkQueue<T> implements AutoCloseable {
    /// Chunks in memory besides one per worker: so many wait for the disk.
    private static final int WAITING = 2;

    private final ForkJoinPool workers;
    private final int most;
    private final Deque<ForkJoinTask<T>> running = new ArrayDeque<>();
    private final Deque<double[]> free = new ArrayDeque<>();

    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    @FunctionalInterface
    interface Result<T> {
        void accept(T value) throws IOException;
    }

    ChunkQueue(ForkJoinPool workers) {
        this.workers = workers;
        this.most = workers.getParallelism() + WAITING;
    }

    /// Starts work; where too much is in memory, the oldest result is taken before.
    void add(Work<T> work, Result<T> result) throws IOException {
        if (running.size() >= most) {
            result.accept(next());
        }
        running.add(workers.submit(() -> {
            try {
                return work.run();
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }));
    }

    /// Takes all results that are left.
    void drain(Result<T> result) throws IOException {
        drain(0, result);
    }

    /// Takes the oldest results, until the newest `most` are left.
    void drain(int most, Result<T> result) throws IOException {
        while (running.size() > most) {
            result.accept(next());
        }
    }

    private T next() throws IOException {
        try {
            return running.remove().join();
        } catch (UncheckedIOException problem) {
            throw cause(problem);
        }
    }

    /// A task's exception may arrive as the cause of another of the same kind.
    private static IOException cause(UncheckedIOException problem) {
        Throwable found = problem;
        while (found instanceof UncheckedIOException && found.getCause() != null) {
            found = found.getCause();
        }
        return found instanceof IOException io ? io : new IOException(problem);
    }

    /// An array that was given back, or a new one.
    double[] take(int values) {
        double[] found = free.poll();
        return found != null && found.length >= values ? found : new double[values];
    }

    void give(double[] array) {
        free.add(array);
    }

    /// Waits for what still runs, whatever it gives: its file is closed next.
    @Override
    public void close() {
        running.forEach(ForkJoinTask::quietlyJoin);
        running.clear();
    }
}
