package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// Runs a kernel on a scratch block until the JVM has compiled it with its vectors in registers, which shows as
/// calls that allocate nothing.
///
/// It starts with short calls, so that the method is compiled as a whole before its loop is (a loop compiled
/// separately, by on-stack replacement, keeps its vectors on the heap permanently). Once HotSpot's thresholds are
/// passed, a few very short calls check whether the kernel has been compiled and leave the processor to the
/// compiler. Bursts of calls follow at intervals, because HotSpot checks its counters only every 128 calls, and
/// raises its thresholds while its compile queue is long.
final class JvmWarmUp {
    /// Calls after which HotSpot compiles the kernel and [VectorRest], by its thresholds: profiling begins
    /// after some hundred calls; then calls plus loop iterations have to reach 15,000. A call here has 6
    /// iterations of the kernel's loop, and three of four calls process a rest, with at least 9 iterations each
    /// way.
    private static final int DECISIVE_CALLS = 2800;

    private static final int VECTORS = 16;
    private static final int QUIET_CALLS = 256;
    private static final int BURST_CALLS = 130;
    private static final int PAUSES_BEFORE_A_BURST = 50;
    private static final long SHORTEST_PAUSE_NS = 2_000_000;
    private static final int PAUSE_IN_CALLS = 10; // at most a tenth of the processor time
    private static final int SKEW = 72; // values between streams, so that they do not map to the same cache set

    private final Duration patience;

    /// @param patience how long a kernel may continue to allocate
    JvmWarmUp(Duration patience) {
        this.patience = patience;
    }

    /// @param bytesPerCall allocated by the last calls; 0 if the kernel is warm
    record Outcome(boolean warm, long calls, Duration time, long bytesPerCall) {}

    /// An interrupted thread stops early, with an outcome that is not warm.
    Outcome warm(LaneKernel compiled, Kernel kernel, Precision precision, int lanes) {
        Streams streams = Streams.of(kernel);
        long stride = (long) ((VECTORS + 1) * lanes + SKEW) * precision.computedBytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(stride * (streams.in() + streams.out()), 64);
            fill(memory, precision, 1.0 / Math.max(1, streams.populations()));
            long[] in = new long[streams.in()];
            long[] out = new long[streams.out()];
            Arrays.setAll(in, k -> memory.address() + k * stride);
            Arrays.setAll(out, k -> memory.address() + (in.length + k) * stride);
            Calls calls =
                    new Calls(compiled, in, out, new double[kernel.scalars().size()], lanes);
            return warm(calls);
        }
    }

    private Outcome warm(Calls calls) {
        long start = System.nanoTime();
        calls.mixed(DECISIVE_CALLS, Long.MAX_VALUE);
        for (int pauses = 1; ; pauses++) {
            long before = System.nanoTime();
            long allocated = calls.shortest(1);
            if (allocated <= Allocation.NOISE_BYTES) {
                allocated = calls.mixed(QUIET_CALLS, Allocation.NOISE_BYTES);
            }
            long end = System.nanoTime();
            Duration time = Duration.ofNanos(end - start);
            if (allocated <= Allocation.NOISE_BYTES) {
                return new Outcome(true, calls.count, time, 0);
            }
            if (time.compareTo(patience) > 0 || Thread.currentThread().isInterrupted()) {
                return new Outcome(false, calls.count, time, allocated);
            }
            if (pauses % PAUSES_BEFORE_A_BURST == 0) {
                calls.shortest(BURST_CALLS);
            }
            LockSupport.parkNanos(Math.max(SHORTEST_PAUSE_NS, PAUSE_IN_CALLS * (end - before)));
        }
    }

    /// Calls of a kernel on its scratch block.
    private static final class Calls {
        private final LaneKernel compiled;
        private final long[] in;
        private final long[] out;
        private final double[] parameters;
        private final int lanes;
        private final int[] mixture; // lengths: whole vectors, rests only, and both
        private long count;

        Calls(LaneKernel compiled, long[] in, long[] out, double[] parameters, int lanes) {
            this.compiled = compiled;
            this.in = in;
            this.out = out;
            this.parameters = parameters;
            this.lanes = lanes;
            this.mixture = new int[] {VECTORS * lanes, VECTORS / 4 * lanes + lanes / 2, lanes / 2, lanes - 1};
        }

        /// Calls with all lengths until one call allocates more than `limit`.
        /// @return bytes that the last call allocated
        long mixed(int calls, long limit) {
            long allocated = 0;
            for (int call = 0;
                    call < calls
                            && allocated <= limit
                            && !Thread.currentThread().isInterrupted();
                    call++) {
                allocated = call(mixture[call % mixture.length]);
            }
            return allocated;
        }

        /// Calls with one vector and a rest.
        /// @return bytes that the last call allocated
        long shortest(int calls) {
            long allocated = 0;
            for (int call = 0; call < calls; call++) {
                allocated = call(2 * lanes - 1);
            }
            return allocated;
        }

        private long call(int nodes) {
            varyParameters();
            count++;
            long before = Allocation.soFar();
            compiled.run(in, out, parameters, nodes);
            return Allocation.soFar() - before;
        }

        /// Changes the order of parameter values from call to call, so that every branch of a kernel is
        /// profiled. Otherwise HotSpot deoptimises the code when a run takes another branch.
        private void varyParameters() {
            for (int p = 0; p < parameters.length; p++) {
                parameters[p] = 0.5 + count * (7 + p) % 17 / 16.0;
            }
        }
    }

    private static void fill(MemorySegment memory, Precision precision, double value) {
        for (long k = 0; k < memory.byteSize() / precision.computedBytes(); k++) {
            switch (precision.computed()) {
                case FP64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, k, value);
                case FP32 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, k, (float) value);
            }
        }
    }
}
