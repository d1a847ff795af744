package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/// Runs a kernel for whole vectors on any number of nodes: the remaining nodes that do not fill a vector are copied to
/// a scratch block of one vector per stream, one block per thread. (A second, masked body of the kernel would be a
/// little faster, but doubles the JVM's compile time, and fails for large kernels: docs/decisions/0010.)
final class PaddedKernel implements LaneKernel {
    private final LaneKernel vectors;
    private final Streams streams;
    private final int[] reads;
    private final int[] writes;
    private final int bytes;
    private final int lanes;
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(this::allocate);

    /// @param vectors accepts multiples of the vector length
    /// @param reads streams that it reads
    /// @param writes streams that it writes
    PaddedKernel(LaneKernel vectors, Streams streams, List<Integer> reads, List<Integer> writes, Precision precision) {
        this.vectors = vectors;
        this.streams = streams;
        this.reads = reads.stream().mapToInt(Integer::intValue).toArray();
        this.writes = writes.stream().mapToInt(Integer::intValue).toArray();
        this.bytes = precision.computedBytes();
        this.lanes = VectorRest.vectorBytes() / bytes;
    }

    /// @param memory keeps the scratch streams alive
    private record Scratch(MemorySegment memory, long[] in, long[] out) {}

    @Override
    public void run(long[] in, long[] out, double[] parameters, int count) {
        int whole = count & -lanes;
        if (whole > 0) {
            vectors.run(in, out, parameters, whole);
        }
        if (whole < count) {
            rest(in, out, parameters, whole, count - whole);
        }
    }

    private void rest(long[] in, long[] out, double[] parameters, int first, int nodes) {
        Scratch own = scratch.get();
        long offset = (long) first * bytes;
        VectorRest.load(reads, in, offset, nodes * bytes, own.in);
        vectors.run(own.in, own.out, parameters, lanes);
        VectorRest.store(writes, own.out, out, offset, nodes * bytes);
    }

    private Scratch allocate() {
        long vector = VectorRest.vectorBytes();
        MemorySegment memory = Arena.ofAuto().allocate((streams.in() + streams.out()) * vector, vector);
        long[] in = new long[streams.in()];
        long[] out = new long[streams.out()];
        Arrays.setAll(in, k -> memory.address() + k * vector);
        Arrays.setAll(out, k -> memory.address() + (in.length + k) * vector);
        return new Scratch(memory, in, out);
    }
}
