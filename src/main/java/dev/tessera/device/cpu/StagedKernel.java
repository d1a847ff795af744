package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// A kernel in several stages: each block of nodes passes through all stages, which exchange values through a small
/// scratch memory, one per thread.
final class StagedKernel implements LaneKernel {
    /// Nodes per block: large enough to amortise the calls, small enough for the scratch memory to fit in L1 or L2.
    private static final int BLOCK = 64;

    private final List<LaneKernel> stages;
    private final Streams streams;
    private final int scratchStreams;
    private final int bytes;
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(this::allocate);

    StagedKernel(List<LaneKernel> stages, Streams streams, int scratchStreams, Precision precision) {
        this.stages = List.copyOf(stages);
        this.streams = streams;
        this.scratchStreams = scratchStreams;
        this.bytes = precision.computedBytes();
    }

    /// @param memory keeps the scratch streams alive
    private record Scratch(MemorySegment memory, long[] in, long[] out) {}

    @Override
    public void run(long[] in, long[] out, double[] parameters, int count) {
        Scratch own = scratch.get();
        for (int first = 0; first < count; first += BLOCK) {
            long offset = (long) first * bytes;
            for (int stream = 0; stream < streams.in(); stream++) {
                own.in[stream] = in[stream] + offset;
            }
            for (int stream = 0; stream < streams.out(); stream++) {
                own.out[stream] = out[stream] + offset;
            }
            int nodes = Math.min(BLOCK, count - first);
            for (int stage = 0; stage < stages.size(); stage++) {
                stages.get(stage).run(own.in, own.out, parameters, nodes);
            }
        }
    }

    private Scratch allocate() {
        long stride = (long) BLOCK * bytes;
        MemorySegment memory = Arena.ofAuto().allocate(scratchStreams * stride, stride);
        long[] in = new long[streams.in() + scratchStreams];
        long[] out = new long[streams.out() + scratchStreams];
        Arrays.setAll(in, k -> memory.address() + (k - streams.in()) * stride);
        Arrays.setAll(out, k -> memory.address() + (k - streams.out()) * stride);
        return new Scratch(memory, in, out);
    }
}
