package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;

/// A loop whose iterations run at the same time, in no order. The first exception that an
/// iteration throws comes out.
public final class ParallelLoop {
    private ParallelLoop() {}

    /// Calls `body` with 0 … count-1, each once; returns when all are done. Iterations
    /// should be worth 10 µs or more.
    public static void over(ForkJoinPool workers, int count, IntConsumer body) {
        if (count == 1) {
            body.accept(0);
        } else if (count > 1) {
            workers.invoke(new Part(0, count, body));
        }
    }

    @SuppressWarnings("serial")
    private static final class Part extends RecursiveAction {
        private final int from;
        private final int to;
        private final transient IntConsumer body;

        Part(int from, int to, IntConsumer body) {
            this.from = from;
            this.to = to;
            this.body = body;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                body.accept(from);
                return;
            }
            int middle = from + to >>> 1;
            invokeAll(new Part(from, middle, body), new Part(middle, to, body));
        }
    }
}
