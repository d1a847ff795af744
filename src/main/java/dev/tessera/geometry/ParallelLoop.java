package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A loop whose iterations run in parallel, in any order. The first exception of an iteration is thrown when no
/// other iteration is running; iterations that have not begun by then are skipped.
public final class ParallelLoop {
    private ParallelLoop() {}

    /// Calls `body` with 0 … count-1, each once; returns when all are done. An iteration should take 10 µs or
    /// more.
    public static void over(ForkJoinPool workers, int count, IntConsumer body) {
        if (count == 1) {
            body.accept(0);
        } else if (count > 1) {
            Part all = new Part(0, count, body, new AtomicReference<>());
            workers.invoke(all);
            all.rethrow();
        }
    }

    /// Calls `body` with 0 … count-1 on the caller's pool where the caller is one of its threads, otherwise on the
    /// common pool.
    /// @see #over(ForkJoinPool, int, IntConsumer)
    public static void over(int count, IntConsumer body) {
        ForkJoinPool own = ForkJoinTask.getPool();
        over(own != null ? own : ForkJoinPool.commonPool(), count, body);
    }

    /// A loop that runs meanwhile.
    public static final class Started {
        private final Part all;

        private Started(Part all) {
            this.all = all;
        }

        /// Waits for the end of the loop; throws the first exception of an iteration.
        public void await() {
            all.join();
            all.rethrow();
        }
    }

    /// Begins a loop and returns.
    /// @see #over
    public static Started begin(ForkJoinPool workers, int count, IntConsumer body) {
        Part all = new Part(0, count, body, new AtomicReference<>());
        workers.execute(all);
        return new Started(all);
    }

    /// Exceptions of iterations do not reach the pool: when memory is short, a pool that allocates to forward
    /// an exception loses it, and the caller waits forever.
    @SuppressWarnings("serial")
    private static final class Part extends RecursiveAction {
        private final int from;
        private final int to;
        private final transient IntConsumer body;
        private final transient AtomicReference<@Nullable Throwable> failure;

        Part(int from, int to, IntConsumer body, AtomicReference<@Nullable Throwable> failure) {
            this.from = from;
            this.to = to;
            this.body = body;
            this.failure = failure;
        }

        void rethrow() {
            switch (failure.get()) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
        }

        @Override
        protected void compute() {
            if (failure.get() != null) {
                return;
            }
            try {
                if (to - from <= 1) {
                    if (to > from) {
                        body.accept(from);
                    }
                    return;
                }
                int middle = from + to >>> 1;
                invokeAll(new Part(from, middle, body, failure), new Part(middle, to, body, failure));
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        }
    }
}
