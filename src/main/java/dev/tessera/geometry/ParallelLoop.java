package dev.tessera.geometry;

import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
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

    /// Calls `body` in one of the workers, so that what it calls finds them ([#workers]); returns its result or
    /// throws its exception.
    public static <T> T in(ForkJoinPool workers, Supplier<T> body) {
        if (ForkJoinTask.getPool() == workers) {
            return body.get();
        }
        AtomicReference<@Nullable T> result = new AtomicReference<>();
        Part once = new Part(0, 1, i -> result.set(body.get()), new AtomicReference<>());
        workers.invoke(once);
        once.rethrow();
        return Objects.requireNonNull(result.get());
    }

    /// The pool that the calling thread belongs to, otherwise the common pool.
    public static ForkJoinPool workers() {
        ForkJoinPool own = ForkJoinTask.getPool();
        return own == null ? ForkJoinPool.commonPool() : own;
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
