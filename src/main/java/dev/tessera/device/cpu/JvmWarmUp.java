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

/// Runs a kernel on a scratch block until the JVM has compiled it so that its vectors stay in registers: until calls
/// allocate nothing.
///
/// First come short calls, so that the method is compiled as a whole before its loop is (a loop compiled on
/// its own keeps its vectors on the heap for ever). When HotSpot must have decided to compile it, a few very
/// short calls look whether it has, and leave the processor to the compiler; now and then comes a burst of
/// them, since HotSpot only looks at its counters every 128 calls, and raises its thresholds while much waits
/// to be compiled.
final class JvmWarmUp {
    /// Calls after which HotSpot has the kernel and [VectorRest] compiled, by its thresholds (profiling begins after
    /// some hundred calls; then calls and turns of loops together count to 15,000; a call here is 6 turns of the
    /// kernel's loop, and three of four go through the rest, at least 9 turns each way).
    private static final int DECISIVE_CALLS = 2800;

    private static final int VECTORS = 16;
    private static final int QUIET_CALLS = 256;
    private static final int BURST_CALLS = 130;
    private static final int PAUSES_BEFORE_A_BURST = 50;
    private static final long SHORTEST_PAUSE_NS = 2_000_000;
    private static final int PAUSE_IN_CALLS = 10; // a tenth of the processor at most
    private static final int SKEW = 72; // values between streams, so that they do not meet in one set of the caches

    private final Duration patience;

    /// @param patience how long a kernel may go on allocating
    JvmWarmUp(Duration patience) {
        this.patience = patience;
    }

    /// @param bytesPerCall allocated by a call at the end; 0 when it is warm
    record Outcome(boolean warm, long calls, Duration time, long bytesPerCall) {}

    Outcome warm(LaneKernel compiled, Kernel kernel, Precision precision, int lanes) {
        Streams streams = Streams.of(kernel);
        long stride = (long) ((VECTORS + 1) * lanes + SKEW) * precision.computedBytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(stride * (streams.in() + streams.out()), 64);
            fill(memory, precision, 1.0 / streams.directions());
            long[] in = new long[streams.in()];
            long[] out = new long[streams.out()];
            Arrays.setAll(in, k -> memory.address() + k * stride);
            Arrays.setAll(out, k -> memory.address() + (in.length + k) * stride);
            Calls calls =
                    new Calls(compiled, in, out, new double[kernel.parameters().size()], lanes);
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
            if (time.compareTo(patience) > 0) {
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
        private final int[] mixture; // whole vectors, rests alone, and both
        private long count;

        Calls(LaneKernel compiled, long[] in, long[] out, double[] parameters, int lanes) {
            this.compiled = compiled;
            this.in = in;
            this.out = out;
            this.parameters = parameters;
            this.lanes = lanes;
            this.mixture = new int[] {VECTORS * lanes, VECTORS / 4 * lanes + lanes / 2, lanes / 2, lanes - 1};
        }

        /// Makes calls of all kinds until one allocates more than `limit`.
        /// @return bytes that the last call allocated
        long mixed(int calls, long limit) {
            long allocated = 0;
            for (int call = 0; call < calls && allocated <= limit; call++) {
                allocated = call(mixture[call % mixture.length]);
            }
            return allocated;
        }

        /// Makes calls of one vector and a rest.
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

        /// Which of two parameters is greater, or whether they are equal, changes from call to call: what a
        /// kernel decides by that must not look settled, or HotSpot throws its code away when a run decides
        /// otherwise.
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
