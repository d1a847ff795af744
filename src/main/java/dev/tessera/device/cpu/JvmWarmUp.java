package dev.tessera.device.cpu;

import com.sun.management.ThreadMXBean;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// Runs a kernel on a scratch block until the JVM has compiled it so that its vectors stay in registers:
/// until calls
/// allocate nothing. The calls are short, so that the method is compiled as a whole before its loop is (a loop
/// compiled on its own keeps its vectors on the heap for ever). When the JVM must have decided to compile
/// it, the
/// calls become few, and leave the processor to the compiler.
final class JvmWarmUp {
    /// Vectors of a call.
    private static final int VECTORS = 16;

    /// Calls after which HotSpot has the kernel compiled, by its thresholds (profiling begins after some
    /// hundred
    /// calls; then calls and loops together count to 15,000).
    private static final int DECISIVE_CALLS = 1600;

    private static final int QUIET_CALLS = 256;
    private static final long NOISE_BYTES = 64;
    private static final long PAUSE_NS = 2_000_000;
    private static final int SKEW = 72; // values between streams, so that they do not meet in one set of the caches

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Duration patience;

    /// @param patience how long a kernel may go on allocating
    JvmWarmUp(Duration patience) {
        this.patience = patience;
    }

    /// @param bytesPerCall allocated by a call at the end; 0 when it is warm
    record Outcome(boolean warm, long calls, Duration time, long bytesPerCall) {}

    Outcome warm(LaneKernel compiled, Kernel kernel, Precision precision, int lanes) {
        Streams streams = Streams.of(kernel);
        int longest = (VECTORS + 1) * lanes;
        long stride = (long) (longest + SKEW) * precision.bytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(stride * (streams.in() + streams.out()), 64);
            fill(memory, precision, 1.0 / streams.directions());
            long[] in = new long[streams.in()];
            long[] out = new long[streams.out()];
            Arrays.setAll(in, k -> memory.address() + k * stride);
            Arrays.setAll(out, k -> memory.address() + (in.length + k) * stride);
            double[] parameters = new double[kernel.parameters().size()];
            Arrays.fill(parameters, 1.0);
            return warm(compiled, in, out, parameters, lanes);
        }
    }

    /// Calls of whole vectors, of a rest alone, and of both.
    private Outcome warm(LaneKernel compiled, long[] in, long[] out, double[] parameters, int lanes) {
        int[] counts = {VECTORS * lanes, VECTORS * lanes + lanes / 2, VECTORS / 2 * lanes, lanes - 1};
        long start = System.nanoTime();
        long quiet = 0;
        for (long calls = 1; ; calls++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            compiled.run(in, out, parameters, counts[(int) (calls % counts.length)]);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            quiet = allocated <= NOISE_BYTES ? quiet + 1 : 0;
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            if (quiet >= QUIET_CALLS) {
                return new Outcome(true, calls, time, 0);
            }
            if (quiet == 0 && time.compareTo(patience) > 0) {
                return new Outcome(false, calls, time, allocated);
            }
            if (quiet == 0 && calls > DECISIVE_CALLS) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private static void fill(MemorySegment memory, Precision precision, double value) {
        for (long k = 0; k < memory.byteSize() / precision.bytes(); k++) {
            switch (precision) {
                case FP64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, k, value);
                case FP32 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, k, (float) value);
            }
        }
    }
}
