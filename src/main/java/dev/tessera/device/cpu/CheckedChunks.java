package dev.tessera.device.cpu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/// Chunks of work that several workers take in order. A chunk is done if it and all chunks before it pass a check, so
/// that the chunks done are the first ones. No worker waits long for another: a check that is missing it makes itself.
final class CheckedChunks {
    private static final int UNKNOWN = 0;
    private static final int PASSED = 1;
    private static final int FAILED = 2;

    /// How often a worker reads the state of a missing check before it makes that check itself.
    private static final int SPINS = 1000;

    private final IntPredicate check;
    private final AtomicIntegerArray states; // [chunk]
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger accepted; // chunks before the first that is known to have failed

    /// @param check whether a chunk passes; can be called more than once for a chunk, also at the same time
    CheckedChunks(int count, IntPredicate check) {
        this.check = check;
        this.states = new AtomicIntegerArray(count);
        this.accepted = new AtomicInteger(count);
    }

    /// Does chunks until none is left: to be called by each worker.
    void run(IntConsumer work) {
        int known = 0; // all chunks before it have passed
        for (int chunk = next.getAndIncrement(); chunk < accepted.get(); chunk = next.getAndIncrement()) {
            boolean passes = state(chunk) == PASSED;
            while (passes && known < chunk) {
                passes = passed(known);
                known++;
            }
            if (!passes) {
                return; // later chunks follow one that fails
            }
            work.accept(chunk);
        }
    }

    /// The number of chunks, or of those before the first that failed; after all workers have ended.
    int accepted() {
        return accepted.get();
    }

    private boolean passed(int chunk) {
        for (int spin = 0; spin < SPINS && states.get(chunk) == UNKNOWN; spin++) {
            Thread.onSpinWait();
        }
        return state(chunk) == PASSED;
    }

    private int state(int chunk) {
        int known = states.get(chunk);
        if (known != UNKNOWN) {
            return known;
        }
        int found = check.test(chunk) ? PASSED : FAILED;
        if (!states.compareAndSet(chunk, UNKNOWN, found)) {
            return states.get(chunk); // another worker was first; the first answer counts
        }
        if (found == FAILED) {
            accepted.accumulateAndGet(chunk, Math::min);
        }
        return found;
    }
}
