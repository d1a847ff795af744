package dev.tessera.device.cpu;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Hands out work, round after round: a worker takes its own chunks first, in order, then those that others have not
/// begun. So memory stays near who touched it first, and nobody waits for a worker that the system has put aside.
final class ChunkQueue<T> {
    private static final int STRIDE = 16; // counters on cache lines of their own

    private final List<List<T>> chunks;
    private final AtomicLongArray taken;

    /// @param chunks of each worker
    ChunkQueue(List<List<T>> chunks) {
        this.chunks = chunks;
        this.taken = new AtomicLongArray(chunks.size() * STRIDE);
    }

    /// A chunk that nobody has taken in this round, or null when there is none left.
    /// @param round 0, 1, 2 …, over the whole life of the queue; all workers have to end one before any
    ///        begins the next
    @Nullable
    T next(int worker, long round) {
        for (int k = 0; k < chunks.size(); k++) {
            int owner = (worker + k) % chunks.size();
            int size = chunks.get(owner).size();
            long end = (round + 1) * size;
            long at = taken.get(owner * STRIDE);
            while (at < end) {
                if (taken.compareAndSet(owner * STRIDE, at, at + 1)) {
                    return chunks.get(owner).get((int) (at - round * size));
                }
                at = taken.get(owner * STRIDE);
            }
        }
        return null;
    }
}
