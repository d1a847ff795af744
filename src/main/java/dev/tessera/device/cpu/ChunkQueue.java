package dev.tessera.device.cpu;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// Distributes chunks to workers in rounds: a worker takes its own chunks first, in order, then chunks that other
/// workers have not begun (work stealing). Memory stays near the worker that touched it first, and no worker waits for
/// one that the system has suspended.
final class ChunkQueue<T> {
    private static final int STRIDE = 16; // each counter on its own cache line

    private final List<List<T>> chunks;
    private final AtomicLongArray taken;

    /// @param chunks of each worker
    ChunkQueue(List<List<T>> chunks) {
        this.chunks = chunks;
        this.taken = new AtomicLongArray(chunks.size() * STRIDE);
    }

    /// A chunk that no worker has taken in this round, or null if none is left.
    /// @param round 0, 1, 2 …, over the lifetime of the queue; all workers have to finish a round before any begins the
    ///       next
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
