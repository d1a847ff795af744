package dev.tessera.device.cpu;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A kernel that starts scalar, and switches to its vector class once it is busy and that class is warm. If the vectors
/// are later allocated on the heap (HotSpot may discard compiled code), it switches back to scalar and requests a new
/// class. The values are identical; only the speed differs.
final class TieredKernel implements WatchedKernel {
    /// Consecutive watched calls that allocate before the kernel switches back. A thread's first call may allocate.
    private static final int MAX_ALLOCATING_CALLS = 3;

    private final LaneKernel first;
    private final Consumer<TieredKernel> onBusy;
    private final long busyNodes;
    private final LongSupplier allocated;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final AtomicInteger allocatingCalls = new AtomicInteger();
    private volatile LaneKernel current;
    private long nodesRun; // races between threads may lose counts, which is harmless

    /// @param first runs until `switchTo` is called
    /// @param busyNodes nodes after which the kernel requests a faster one
    TieredKernel(LaneKernel first, long busyNodes, Consumer<TieredKernel> onBusy) {
        this(first, busyNodes, onBusy, Allocation::soFar);
    }

    /// @param allocated bytes that the calling thread has allocated so far
    TieredKernel(LaneKernel first, long busyNodes, Consumer<TieredKernel> onBusy, LongSupplier allocated) {
        this.first = first;
        this.current = first;
        this.busyNodes = busyNodes;
        this.onBusy = onBusy;
        this.allocated = allocated;
    }

    @Override
    public void run(long[] in, long[] out, double[] parameters, int count) {
        current.run(in, out, parameters, count);
        if (!requested.getPlain()) {
            nodesRun += count;
            if (nodesRun > busyNodes) {
                request();
            }
        }
    }

    @Override
    public void runWatched(long[] in, long[] out, double[] parameters, int count) {
        LaneKernel now = current;
        if (now == first) {
            run(in, out, parameters, count);
            return;
        }
        long before = allocated.getAsLong();
        now.run(in, out, parameters, count);
        boolean isClean = allocated.getAsLong() - before <= Allocation.NOISE_BYTES;
        if (isClean) {
            if (allocatingCalls.getPlain() != 0) {
                allocatingCalls.set(0);
            }
        } else if (allocatingCalls.incrementAndGet() == MAX_ALLOCATING_CALLS && current == now) {
            current = first;
            nodesRun = 0;
            requested.set(false);
        }
    }

    /// Requests a faster kernel, once.
    void request() {
        if (requested.compareAndSet(false, true)) {
            onBusy.accept(this);
        }
    }

    @Override
    public boolean isSettled() {
        return current != first;
    }

    /// The kernel in use.
    LaneKernel current() {
        return current;
    }

    void switchTo(LaneKernel faster) {
        allocatingCalls.set(0);
        current = faster;
    }
}
