package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.NodeBatch;
import dev.tessera.kernel.lane.SlotStreams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Runs a class's observation kernel on gathered stored values, 64 nodes at a time. Needs no tables.
///
/// @param observed the class's observation kernel, for the requested quantities
/// @param fieldsIn the values by lane of the fields that it loads
/// @param slots the kernel's streams of stored values, all populations among them
/// @param wanted for each requested quantity, the kernel's output stream
record Observation(
        LanePlan plan,
        ClassRun nodes,
        Kernel observed,
        Streams streams,
        List<MemorySegment> fieldsIn,
        SlotStreams slots,
        List<Integer> wanted,
        LaneKernel kernel,
        Precision precision,
        PopulationCodec codec) {
    /// Values from which copying memory is faster than a loop.
    private static final int LONG_RUN = 24;

    /// @throws IllegalArgumentException if the kernel does not compute one of the quantities; lists those that
    ///       it computes
    static Observation of(
            LanePlan plan, ClassRun nodes, List<String> quantities, LaneCompiler compiler, StepPlan stepPlan) {
        Precision precision = stepPlan.precision();
        Kernel kernel = nodes.nodeClass().observe().storingOnly(quantities);
        Streams streams = Streams.of(kernel);
        return new Observation(
                plan,
                nodes,
                kernel,
                streams,
                streams.fieldsIn().stream().map(nodes::field).toList(),
                plan.observedStreams(kernel),
                quantities.stream().map(streams::fieldOut).toList(),
                compiler.compile(kernel, precision),
                precision,
                stepPlan.codec());
    }

    /// Receives the values of a batch of nodes.
    @FunctionalInterface
    interface Sink {
        /// @param values `[quantity][lane]`, overwritten by the next batch
        /// @param populations that the nodes read in the next step
        void take(NodeBatch batch, double[][] values, Populations populations);
    }

    /// Canonical populations of a batch.
    @FunctionalInterface
    interface Populations {
        double at(int direction, int lane);
    }

    /// @param memory the values of all stored arrays
    /// @param scalars of the observed kernel
    void run(LaneChunk chunk, int phase, MemorySegment memory, double[] scalars, Sink sink) {
        int bytes = precision.storedBytes();
        int fieldBytes = precision.computedBytes();
        long rowBytes = (long) NodeBatch.LANES * precision.computedBytes();
        LaneValues stored = LaneValues.of(precision.stored());
        LaneValues computed = LaneValues.of(precision.computed());
        double[][] values = new double[wanted.size()][NodeBatch.LANES];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rows = arena.allocate((streams.in() + streams.out()) * rowBytes, 64);
            long[] in = new long[streams.in()];
            long[] out = new long[streams.out()];
            for (int i = 0; i < in.length; i++) {
                in[i] = rows.address() + i * rowBytes;
            }
            for (int i = 0; i < out.length; i++) {
                out[i] = rows.address() + (in.length + i) * rowBytes;
            }
            Populations populations =
                    (i, lane) -> codec.decode(i, stored.get(rows, i * rowBytes + (long) lane * bytes));
            plan.forEachBatch(nodes.index(), slots, chunk.firstLane(), chunk.lanes(), phase, batch -> {
                for (int i = 0; i < slots.in().length; i++) {
                    int valueBytes = i < streams.populations() ? bytes : fieldBytes;
                    gather(memory, batch, slots.in()[i], valueBytes / bytes, rows, i * rowBytes, bytes);
                }
                for (int f = 0; f < fieldsIn.size(); f++) {
                    in[streams.slotsIn() + f] = fieldsIn.get(f).address() + batch.firstLane() * fieldBytes;
                }
                kernel.run(in, out, scalars, batch.lanes());
                for (int n = 0; n < values.length; n++) {
                    long row = (in.length + wanted.get(n)) * rowBytes;
                    for (int lane = 0; lane < batch.lanes(); lane++) {
                        values[n][lane] = computed.get(rows, row + (long) lane * precision.computedBytes());
                    }
                }
                sink.take(batch, values, populations);
            });
        }
    }

    /// Copies the values of a stream of a batch, long runs of consecutive slots at once.
    /// @param row bytes before the copies
    /// @param width slots of a value
    /// @param bytes of a slot
    private static void gather(
            MemorySegment memory, NodeBatch batch, int i, int width, MemorySegment rows, long row, int bytes) {
        for (int lane = 0; lane < batch.lanes(); ) {
            long slot = batch.slot(i, lane);
            int end = lane + 1;
            while (end < batch.lanes() && batch.slot(i, end) == slot + (long) (end - lane) * width) {
                end++;
            }
            copy(memory, slot * bytes, rows, row + (long) lane * width * bytes, (end - lane) * width, bytes);
            lane = end;
        }
    }

    private static void copy(MemorySegment from, long first, MemorySegment to, long at, int values, int bytes) {
        if (values >= LONG_RUN) {
            MemorySegment.copy(from, first, to, at, (long) values * bytes);
            return;
        }
        long end = first + (long) values * bytes;
        long by = at - first;
        switch (bytes) {
            case Long.BYTES -> {
                for (long k = first; k < end; k += Long.BYTES) {
                    to.set(AllMemory.LONG, k + by, from.get(AllMemory.LONG, k));
                }
            }
            case Integer.BYTES -> {
                for (long k = first; k < end; k += Integer.BYTES) {
                    to.set(AllMemory.INT, k + by, from.get(AllMemory.INT, k));
                }
            }
            default -> {
                for (long k = first; k < end; k += Short.BYTES) {
                    to.set(AllMemory.SHORT, k + by, from.get(AllMemory.SHORT, k));
                }
            }
        }
    }
}
