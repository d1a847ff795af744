package dev.tessera.device.cpu;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// What the present thread puts on the heap: kernels whose vectors stay in registers put nothing there.
final class Allocation {
    /// What a call may allocate without being suspected, in bytes.
    static final long NOISE_BYTES = 64;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /// Bytes that this thread has allocated so far.
    static long soFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
