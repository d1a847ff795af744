package dev.tessera.device.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// One worker per thread of a pool; all of them run the same task concurrently.
final class WorkerPool {
    /// Checks of the barrier before a worker sleeps: more than workers usually wait for each other, since waking up
    /// costs more.
    private static final int SPINS = 4000;

    private final ForkJoinPool pool;

    WorkerPool(ForkJoinPool pool) {
        this.pool = pool;
    }

    int size() {
        return pool.getParallelism();
    }

    /// Calls `work` with 0 … size()-1 concurrently, and returns when all calls are done.
    void each(IntConsumer work) {
        rounds(1, (worker, round) -> work.accept(worker));
    }

    /// Calls `work` with every worker and the rounds 0 … count-1, where no worker begins a round before all have
    /// finished the previous one. The first exception ends all workers and is rethrown.
    void rounds(long count, Round work) {
        if (size() == 1) {
            for (long round = 0; round < count; round++) {
                work.run(0, round);
            }
            return;
        }
        Phaser barrier = new Phaser(size());
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Member> members = new ArrayList<>();
        for (int worker = 0; worker < size(); worker++) {
            members.add(new Member(worker, count, work, barrier, failure));
        }
        pool.invoke(new Everyone(members));
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    @FunctionalInterface
    interface Round {
        void run(int worker, long round);
    }

    @SuppressWarnings("serial")
    private static final class Everyone extends RecursiveAction {
        private final transient List<Member> members;

        Everyone(List<Member> members) {
            this.members = members;
        }

        @Override
        protected void compute() {
            invokeAll(members);
        }
    }

    @SuppressWarnings("serial")
    private static final class Member extends RecursiveAction {
        private final int worker;
        private final long count;
        private final transient Round work;
        private final transient Phaser barrier;
        private final transient AtomicReference<@Nullable Throwable> failure;

        Member(int worker, long count, Round work, Phaser barrier, AtomicReference<@Nullable Throwable> failure) {
            this.worker = worker;
            this.count = count;
            this.work = work;
            this.barrier = barrier;
            this.failure = failure;
        }

        @Override
        protected void compute() {
            try {
                for (long round = 0; round < count; round++) {
                    work.run(worker, round);
                    if (!awaitOthers()) {
                        return;
                    }
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                barrier.forceTermination();
            }
        }

        /// Whether all workers have reached the barrier.
        private boolean awaitOthers() {
            int phase = barrier.arrive();
            for (int spin = 0; spin < SPINS; spin++) {
                if (barrier.getPhase() != phase) {
                    return !barrier.isTerminated();
                }
                Thread.onSpinWait();
            }
            return barrier.awaitAdvance(phase) >= 0;
        }
    }
}
