package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LanePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/// Runs batches of several steps over all chunks: a chunk runs its next step as soon as the chunks that it depends on
/// have finished the previous one, while their values are still in a cache. Memory is then read and written once for
/// several steps, and irregular accesses hit the cache. Results do not depend on the order.
///
/// A chunk that finishes a step notifies the chunks that depend on it. The worker that resolves the last dependency of
/// a chunk adds it to its own list of ready chunks.
final class Wavefront {
    private static final int SPINS = 200;
    private static final int STRIDE = 16; // each worker's counter on its own cache line
    private static final int NONE = -1;

    private final int[][][] waits; // [phase][chunk][]
    private final int[][][] followers;
    private final ChunkQueue<Integer> first;
    private final List<ReadyChunks> ready = new ArrayList<>(); // [worker]
    private final AtomicIntegerArray ended; // [step of the round * chunks + chunk]: finished dependencies
    private final AtomicLongArray done; // [worker] chunks' steps over the lifetime
    private final int chunks;
    private volatile boolean broken;

    /// Runs one step of a chunk.
    @FunctionalInterface
    interface Task {
        void run(int worker, int chunk, long step);
    }

    /// @param owned the chunks of each worker, in the order in which it starts them
    /// @param depth maximum number of steps per batch
    Wavefront(LanePlan plan, List<List<Integer>> owned, int depth) {
        this.waits = plan.waits();
        this.followers = new int[waits.length][][];
        for (int phase = 0; phase < waits.length; phase++) {
            followers[phase] = LanePlan.followers(waits[phase]);
        }
        this.first = new ChunkQueue<>(owned);
        this.chunks = owned.stream().mapToInt(List::size).sum();
        owned.forEach(worker -> ready.add(new ReadyChunks(chunks)));
        this.ended = new AtomicIntegerArray(depth * chunks);
        this.done = new AtomicLongArray(owned.size() * STRIDE);
    }

    /// Whether steps can be batched, if all batches begin at phase 0.
    boolean canBatch() {
        return waits.length > 0;
    }

    /// Whether a task threw an exception: chunks have then run different numbers of steps.
    boolean isBroken() {
        return broken;
    }

    /// One worker's share of some steps; returns when all workers have done theirs.
    /// @param round 0, 1, 2 … over the whole life
    /// @param from steps that have been done over the whole life
    /// @param depth steps per batch
    /// @param phaseShift added to a step of the lifetime to get the step that determines the phase
    @SuppressWarnings("ThreadPriorityCheck") // with more workers than cores, the awaited worker must get processor time
    void run(int worker, long round, long from, int depth, long phaseShift, Task task) {
        long allDone = (from + depth) * chunks;
        int idle = 0;
        while (!broken) {
            int next = next(worker, round);
            if (next == NONE) {
                if (tasksDone() == allDone) {
                    return;
                }
                idle++;
                if (idle % SPINS == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
                continue;
            }
            int step = next / chunks;
            int chunk = next % chunks;
            run(task, worker, chunk, from + step);
            if (step + 1 < depth) {
                notifyFollowers(worker, chunk, step + 1, (int) ((from + step + 1 + phaseShift) % waits.length));
            }
            done.set(worker * STRIDE, done.getPlain(worker * STRIDE) + 1);
        }
    }

    private void run(Task task, int worker, int chunk, long step) {
        boolean hasEnded = false;
        try {
            task.run(worker, chunk, step);
            hasEnded = true;
        } finally {
            broken |= !hasEnded;
        }
    }

    /// @param step of the round, which the followers run next
    private void notifyFollowers(int worker, int chunk, int step, int phase) {
        for (int follower : followers[phase][chunk]) {
            int task = step * chunks + follower;
            if (ended.incrementAndGet(task) == waits[phase][follower].length) {
                ended.setPlain(task, 0); // for the next round, which begins after a barrier
                ready.get(worker).push(task);
            }
        }
    }

    /// A chunk and the step of the round that this worker runs next: `step * chunks + chunk`.
    private int next(int worker, long round) {
        int own = ready.get(worker).pop();
        if (own != NONE) {
            return own;
        }
        Integer begun = first.next(worker, round);
        if (begun != null) {
            return begun;
        }
        for (int other = 1; other < ready.size(); other++) {
            int taken = ready.get((worker + other) % ready.size()).takeOldest();
            if (taken != NONE) {
                return taken;
            }
        }
        return NONE;
    }

    private long tasksDone() {
        long sum = 0;
        for (int worker = 0; worker < ready.size(); worker++) {
            sum += done.get(worker * STRIDE);
        }
        return sum;
    }

    /// Tasks that are ready to run: the owner takes the newest, whose values are in its cache, other workers the
    /// oldest.
    private static final class ReadyChunks {
        private final int[] tasks; // a ring
        private int oldest;
        private int count;

        /// @param expected maximum number of tasks
        ReadyChunks(int expected) {
            this.tasks = new int[Math.max(1, expected)];
        }

        synchronized void push(int task) {
            if (count == tasks.length) {
                throw new IllegalStateException("a chunk is ready twice");
            }
            tasks[(oldest + count) % tasks.length] = task;
            count++;
        }

        synchronized int pop() {
            if (count == 0) {
                return NONE;
            }
            count--;
            return tasks[(oldest + count) % tasks.length];
        }

        synchronized int takeOldest() {
            if (count == 0) {
                return NONE;
            }
            int task = tasks[oldest];
            oldest = (oldest + 1) % tasks.length;
            count--;
            return task;
        }
    }
}
