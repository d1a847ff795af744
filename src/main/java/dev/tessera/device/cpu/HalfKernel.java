package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Streams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Runs a kernel that computes with floats on populations that are stored as halves: a block of nodes is converted
/// to scratch rows of floats, computed there, and converted back. Fields are stored as floats.
final class HalfKernel implements WatchedKernel {
    /// Nodes per block: the rows of a block fit in the L1 cache.
    private static final int BLOCK = 64;

    private final LaneKernel floats;
    private final Streams streams;
    private final int[] reads; // streams of populations
    private final int[] writes;
    private final boolean hasVectors;
    private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(this::allocate);

    /// @param floats this kernel compiled for FP32
    HalfKernel(LaneKernel floats, Kernel kernel) {
        this.floats = floats;
        this.streams = Streams.of(kernel);
        this.reads = populations(kernel, true);
        this.writes = populations(kernel, false);
        this.hasVectors = JvmVectors.preferredBits().isPresent();
    }

    private static int[] populations(Kernel kernel, boolean areRead) {
        Streams streams = Streams.of(kernel);
        return kernel.statements().stream()
                .flatMapToInt(statement -> switch (statement) {
                    case Statement.Load(var symbol, Source.PopulationIn in)
                    when areRead -> IntStream.of(streams.of(in));
                    case Statement.Store(Sink.PopulationOut out, var value)
                    when !areRead -> IntStream.of(streams.of(out));
                    case Statement.Load l -> IntStream.empty();
                    case Statement.Let l -> IntStream.empty();
                    case Statement.Iterate i -> IntStream.empty();
                    case Statement.Store s -> IntStream.empty();
                })
                .distinct()
                .toArray();
    }

    /// @param rows keeps the scratch streams alive
    /// @param halves buffer for the halves of nodes that do not fill a vector
    private record Scratch(MemorySegment rows, long halves, long[] in, long[] out) {}

    @Override
    public void run(long[] in, long[] out, double[] parameters, int count) {
        run(in, out, parameters, count, false);
    }

    @Override
    public void runWatched(long[] in, long[] out, double[] parameters, int count) {
        run(in, out, parameters, count, true);
    }

    @Override
    public boolean isSettled() {
        return !(floats instanceof WatchedKernel watched) || watched.isSettled();
    }

    private void run(long[] in, long[] out, double[] parameters, int count, boolean isWatched) {
        Scratch own = scratch.get();
        int q = streams.populations();
        for (int first = 0; first < count; first += BLOCK) {
            int nodes = Math.min(BLOCK, count - first);
            for (int direction : reads) {
                toFloats(in[direction] + (long) first * Short.BYTES, own.in[direction], nodes, own.halves);
            }
            for (int field = q; field < streams.in(); field++) {
                own.in[field] = in[field] + (long) first * Float.BYTES;
            }
            for (int field = q; field < streams.out(); field++) {
                own.out[field] = out[field] + (long) first * Float.BYTES;
            }
            if (isWatched && floats instanceof WatchedKernel watched) {
                watched.runWatched(own.in, own.out, parameters, nodes);
            } else {
                floats.run(own.in, own.out, parameters, nodes);
            }
            for (int direction : writes) {
                toHalves(own.out[direction], out[direction] + (long) first * Short.BYTES, nodes, own.halves);
            }
        }
    }

    private void toFloats(long halves, long floats, int count, long room) {
        if (!hasVectors) {
            for (int k = 0; k < count; k++) {
                short half = AllMemory.SEGMENT.get(AllMemory.SHORT, halves + (long) k * Short.BYTES);
                AllMemory.SEGMENT.set(AllMemory.FLOAT, floats + (long) k * Float.BYTES, Float.float16ToFloat(half));
            }
        } else if (count == BLOCK) {
            HalfVectors.toFloats(halves, floats, count);
        } else {
            copy(halves, room, count);
            HalfVectors.toFloats(room, floats, count);
        }
    }

    private void toHalves(long floats, long halves, int count, long room) {
        if (!hasVectors) {
            for (int k = 0; k < count; k++) {
                float value = AllMemory.SEGMENT.get(AllMemory.FLOAT, floats + (long) k * Float.BYTES);
                AllMemory.SEGMENT.set(AllMemory.SHORT, halves + (long) k * Short.BYTES, Float.floatToFloat16(value));
            }
        } else if (count == BLOCK) {
            HalfVectors.toHalves(floats, halves, count);
        } else {
            HalfVectors.toHalves(floats, room, count);
            copy(room, halves, count);
        }
    }

    private static void copy(long from, long to, int halves) {
        MemorySegment.copy(AllMemory.SEGMENT, from, AllMemory.SEGMENT, to, (long) halves * Short.BYTES);
    }

    private Scratch allocate() {
        int q = streams.populations();
        long row = (long) BLOCK * Float.BYTES;
        MemorySegment rows = Arena.ofAuto().allocate((2L * q + 1) * row, 64);
        long[] in = new long[streams.in()];
        long[] out = new long[streams.out()];
        Arrays.setAll(in, k -> rows.address() + k * row);
        Arrays.setAll(out, k -> rows.address() + (q + k) * row);
        return new Scratch(rows, rows.address() + 2L * q * row, in, out);
    }
}
