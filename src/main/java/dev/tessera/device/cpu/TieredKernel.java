package dev.tessera.device.cpu;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// A kernel that starts at once, one node at a time, and goes over to vectors when it has proven busy and its vectors
/// are warm. Should they come to lie on the heap later (HotSpot may throw compiled code away), it goes back and asks
/// for new ones. All give the same values, so nobody can tell when it happened, but by the speed.
final class TieredKernel implements WatchedKernel {
    /// Watched calls in a row that allocate before the kernel goes back. A thread's first call may allocate.
    private static final int STRIKES = 3;

    private final LaneKernel first;
    private final Consumer<TieredKernel> onBusy;
    private final long busyNodes;
    private final LongSupplier allocated;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicInteger strikes = new AtomicInteger();
    private volatile LaneKernel current;
    private long seen; // a race between threads loses some counts, and does no harm

    /// @param first what runs until `become` is called
    /// @param busyNodes nodes after which the kernel asks for something faster
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
        if (!asked.getPlain()) {
            seen += count;
            if (seen > busyNodes) {
                ask();
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
            if (strikes.getPlain() != 0) {
                strikes.set(0);
            }
        } else if (strikes.incrementAndGet() == STRIKES && current == now) {
            current = first;
            seen = 0;
            asked.set(false);
        }
    }

    /// Asks for something faster, once.
    void ask() {
        if (asked.compareAndSet(false, true)) {
            onBusy.accept(this);
        }
    }

    @Override
    public boolean isSettled() {
        return current != first;
    }

    /// What runs now.
    LaneKernel current() {
        return current;
    }

    void become(LaneKernel faster) {
        strikes.set(0);
        current = faster;
    }
}
