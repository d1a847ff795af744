package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.LanePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Runs several steps over all chunks together: a chunk does its next step as soon as the chunks that it
/// waits for have done the one before, while their values are still in a cache. So memory is read and written
/// once for several steps, and what is irregular in a step happens in the cache. Results do not depend on the
/// order.
final class Wavefront {
    private static final int SPINS = 200;
    private static final int STRIDE = 8; // counters apart, since workers write them all the time

    private final int[][][] waits; // [phase][chunk][]
    private final int[][][] followers;
    private final ChunkQueue<Integer> first;
    private final List<ConcurrentLinkedDeque<Integer>> ready = new ArrayList<>(); // [worker]
    private final AtomicLongArray claimed; // [chunk] steps that have been begun
    private final AtomicLongArray done; // [chunk] steps that have ended
    private final AtomicLong tasksDone = new AtomicLong();
    private final int chunks;
    private volatile boolean broken;

    /// Does one step of a chunk.
    @FunctionalInterface
    interface Task {
        void run(int worker, int chunk, long step);
    }

    /// @param owned the chunks of each worker, in the order in which it begins
    Wavefront(LanePlan plan, List<List<Integer>> owned) {
        this.waits = plan.waits();
        this.followers = new int[waits.length][][];
        for (int phase = 0; phase < waits.length; phase++) {
            followers[phase] = LanePlan.followers(waits[phase]);
        }
        this.first = new ChunkQueue<>(owned);
        owned.forEach(worker -> ready.add(new ConcurrentLinkedDeque<>()));
        this.chunks = owned.stream().mapToInt(List::size).sum();
        this.claimed = new AtomicLongArray(chunks * STRIDE);
        this.done = new AtomicLongArray(chunks * STRIDE);
    }

    /// Steps that can be done together, if all begin at phase 0.
    boolean canGoTogether() {
        return waits.length > 0;
    }

    /// Whether a task threw: chunks have then done different numbers of steps.
    boolean isBroken() {
        return broken;
    }

    /// One worker's share of some steps; returns when all workers have done theirs.
    /// @param round 0, 1, 2 … over the whole life
    /// @param from steps that have been done over the whole life
    /// @param depth steps to do together
    /// @param phaseShift what to add to a step of the whole life to get one of the phase's
    @SuppressWarnings("ThreadPriorityCheck") // on more workers than cores the one that is waited for must get its turn
    void run(int worker, long round, long from, int depth, long phaseShift, Task task) {
        long allDone = (from + depth) * chunks;
        int idle = 0;
        while (tasksDone.get() < allDone && !broken) {
            Integer chunk = next(worker, round, from, depth, phaseShift);
            if (chunk == null) {
                idle++;
                if (idle % SPINS == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
                continue;
            }
            long step = claimed.get(chunk * STRIDE) - 1;
            run(task, worker, chunk, step);
            done.set(chunk * STRIDE, step + 1);
            tasksDone.incrementAndGet();
            if (step + 1 < from + depth) {
                int phase = phase(step + 1, phaseShift);
                for (int follower : followers[phase][chunk]) {
                    if (canRun(follower, step + 1, phase)) {
                        ready.get(worker).addFirst(follower);
                    }
                }
            }
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

    /// A chunk whose next step this worker has claimed.
    private @Nullable Integer next(int worker, long round, long from, int depth, long phaseShift) {
        Integer chunk = claim(ready.get(worker), true, from, depth, phaseShift);
        if (chunk != null) {
            return chunk;
        }
        chunk = first.next(worker, round);
        if (chunk != null) {
            claimed.set(chunk * STRIDE, from + 1);
            return chunk;
        }
        for (int other = 1; other < ready.size(); other++) {
            chunk = claim(ready.get((worker + other) % ready.size()), false, from, depth, phaseShift);
            if (chunk != null) {
                return chunk;
            }
        }
        return null;
    }

    /// The first (or last) of a list that is still to be done. A list may hold what another worker has done
    /// already, also from the round before: the first step of a round comes from the queue alone.
    private @Nullable Integer claim(
            ConcurrentLinkedDeque<Integer> list, boolean isOwn, long from, int depth, long phaseShift) {
        for (Integer chunk = isOwn ? list.pollFirst() : list.pollLast();
                chunk != null;
                chunk = isOwn ? list.pollFirst() : list.pollLast()) {
            long step = done.get(chunk * STRIDE);
            if (step > from
                    && step < from + depth
                    && canRun(chunk, step, phase(step, phaseShift))
                    && claimed.compareAndSet(chunk * STRIDE, step, step + 1)) {
                return chunk;
            }
        }
        return null;
    }

    private boolean canRun(int chunk, long step, int phase) {
        if (claimed.get(chunk * STRIDE) != step) {
            return false;
        }
        for (int other : waits[phase][chunk]) {
            if (done.get(other * STRIDE) < step) {
                return false;
            }
        }
        return true;
    }

    private int phase(long step, long phaseShift) {
        return (int) ((step + phaseShift) % waits.length);
    }
}
