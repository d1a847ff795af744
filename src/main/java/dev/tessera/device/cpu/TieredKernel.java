package dev.tessera.device.cpu;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A kernel that starts at once, one node at a time, and goes over to vectors when it has proven busy and
/// its vectors
/// are
/// warm. Both give the same values, so nobody can tell when it happened, but by the speed.
final class TieredKernel implements LaneKernel {
    private final Consumer<TieredKernel> onBusy;
    private final long busyNodes;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile LaneKernel current;
    private long seen; // a race between threads loses some counts, and does no harm

    /// @param first what runs until `become` is called
    /// @param busyNodes nodes after which the kernel asks for something faster
    TieredKernel(LaneKernel first, long busyNodes, Consumer<TieredKernel> onBusy) {
        this.current = first;
        this.busyNodes = busyNodes;
        this.onBusy = onBusy;
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

    /// Asks for something faster, once.
    void ask() {
        if (asked.compareAndSet(false, true)) {
            onBusy.accept(this);
        }
    }

    void become(LaneKernel faster) {
        current = faster;
    }
}
