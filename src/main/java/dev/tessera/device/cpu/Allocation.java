package dev.tessera.device.cpu;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Heap allocations of the current thread: kernels whose vectors stay in registers allocate nothing.
final class Allocation {
    /// Allocations per call that are ignored, in bytes.
    static final long NOISE_BYTES = 64;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /// Bytes that this thread has allocated so far.
    static long soFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
