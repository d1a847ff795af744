package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.NodeBatch;
import dev.tessera.kernel.lane.SlotStream;
import dev.tessera.kernel.lane.SlotStreams;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs a class's observation kernel on stored values, 64 nodes at a time: on those that a step of the class would
/// read, where the step has tables of them, which is several times faster; else on gathered ones.
///
/// @param observed the class's observation kernel, for the requested quantities
/// @param fieldsIn the values by lane of the fields that it loads
/// @param slots the kernel's streams of stored values, all populations among them
/// @param wanted for each requested quantity, the kernel's output stream
/// @param reading a stage of the class that reads the same stored values; null if there is none
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
        PopulationCodec codec,
        @Nullable Reading reading) {
    /// Values from which copying memory is faster than a loop.
    private static final int LONG_RUN = 24;

    /// @throws IllegalArgumentException if the kernel does not compute one of the quantities; lists those that
    ///       it computes
    static Observation of(
            LanePlan plan, ClassRun nodes, List<String> quantities, LaneCompiler compiler, StepPlan stepPlan) {
        Precision precision = stepPlan.precision();
        Kernel kernel = nodes.nodeClass().observe().storingOnly(quantities);
        Streams streams = Streams.of(kernel);
        SlotStreams slots = plan.observedStreams(kernel);
        return new Observation(
                plan,
                nodes,
                kernel,
                streams,
                streams.fieldsIn().stream().map(nodes::field).toList(),
                slots,
                quantities.stream().map(streams::fieldOut).toList(),
                compiler.compile(kernel, precision),
                precision,
                stepPlan.codec(),
                Reading.of(nodes.stages(), slots));
    }

    /// A stage that reads all that an observation reads.
    static final class Reading {
        private final int stage;
        private final int[] streams; // for each input stream of the observation, the stage's stream

        Reading(int stage, int[] streams) {
            this.stage = stage;
            this.streams = streams;
        }

        static @Nullable Reading of(List<StageRun> stages, SlotStreams wanted) {
            for (int stage = 0; stage < stages.size(); stage++) {
                List<SlotStream> read = stages.get(stage).slots().streams();
                int[] places = Arrays.stream(wanted.in())
                        .mapToObj(wanted.streams()::get)
                        .mapToInt(stream -> place(read, stream))
                        .toArray();
                if (Arrays.stream(places).allMatch(place -> place >= 0)) {
                    return new Reading(stage, places);
                }
            }
            return null;
        }

        private static int place(List<SlotStream> read, SlotStream wanted) {
            for (int s = 0; s < read.size(); s++) {
                if (read.get(s).isIn() && read.get(s).hasSlotsOf(wanted)) {
                    return s;
                }
            }
            return -1;
        }
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
    /// @param reader access to what a step would read; null if there is none
    void run(
            LaneChunk chunk,
            int phase,
            MemorySegment memory,
            double[] scalars,
            @Nullable SegmentRunner reader,
            Sink sink) {
        long rowBytes = (long) NodeBatch.LANES * precision.computedBytes();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rows = arena.allocate((streams.in() + streams.out()) * rowBytes, 64);
            Batches batches = new Batches(rows, rowBytes, scalars, sink);
            if (reading != null && reader != null && !chunk.isIdle(reading.stage)) {
                inStep(reading, reader, chunk, phase, batches);
            } else {
                gathered(chunk, phase, memory, batches);
            }
        }
    }

    /// What all batches of a chunk use: for each stream a row with a value per lane.
    private final class Batches {
        private final MemorySegment rows;
        private final long rowBytes;
        private final double[] scalars;
        private final Sink sink;
        private final LaneValues stored = LaneValues.of(precision.stored());
        private final LaneValues computed = LaneValues.of(precision.computed());
        private final double[][] values = new double[wanted.size()][NodeBatch.LANES];
        private final long[] in = new long[streams.in()]; // which kernels may change
        private final long[] read = new long[streams.slotsIn()];
        private final long[] out = new long[streams.out()];
        private final Populations populations = this::population;

        Batches(MemorySegment rows, long rowBytes, double[] scalars, Sink sink) {
            this.rows = rows;
            this.rowBytes = rowBytes;
            this.scalars = scalars;
            this.sink = sink;
            for (int i = 0; i < read.length; i++) {
                read[i] = rows.address() + i * rowBytes;
            }
            for (int i = 0; i < out.length; i++) {
                out[i] = rows.address() + (in.length + i) * rowBytes;
            }
        }

        private double population(int direction, int lane) {
            long address = read[direction] + (long) lane * precision.storedBytes();
            return codec.decode(direction, stored.get(AllMemory.SEGMENT, AllMemory.in(address)));
        }

        /// The incoming values have been given, or their addresses.
        void take(NodeBatch batch) {
            System.arraycopy(read, 0, in, 0, read.length);
            for (int f = 0; f < fieldsIn.size(); f++) {
                in[streams.slotsIn() + f] = fieldsIn.get(f).address() + batch.firstLane() * precision.computedBytes();
            }
            kernel.run(in, out, scalars, batch.lanes());
            for (int n = 0; n < values.length; n++) {
                long row = (in.length + wanted.get(n)) * rowBytes;
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    values[n][lane] = computed.get(rows, row + (long) lane * precision.computedBytes());
                }
            }
            sink.take(batch, values, populations);
        }
    }

    private void inStep(Reading from, SegmentRunner reader, LaneChunk chunk, int phase, Batches batches) {
        int[] numbers = nodes.fluidNumbers(chunk);
        char[] order = chunk.order(from.stage, phase);
        NodeBatch batch = NodeBatch.withoutSlots();
        int[] bytes = new int[from.streams.length];
        Arrays.setAll(bytes, i -> i < streams.populations() ? precision.storedBytes() : precision.computedBytes());
        int[] done = {0};
        long[] table = chunk.tables().get(from.stage).get(phase);
        reader.read(nodes.stages().get(from.stage), table, (addresses, lanes) -> {
            for (int first = 0; first < lanes; first += NodeBatch.LANES) {
                int count = Math.min(NodeBatch.LANES, lanes - first);
                for (int i = 0; i < bytes.length; i++) {
                    batches.read[i] = addresses[from.streams[i]] + (long) first * bytes[i];
                }
                batch.set(chunk.firstLane() + done[0], count, numbers, order, done[0]);
                batches.take(batch);
                done[0] += count;
            }
        });
    }

    private void gathered(LaneChunk chunk, int phase, MemorySegment memory, Batches batches) {
        int bytes = precision.storedBytes();
        plan.forEachBatch(nodes.index(), slots, chunk.firstLane(), chunk.lanes(), phase, batch -> {
            for (int i = 0; i < slots.in().length; i++) {
                int valueBytes = i < streams.populations() ? bytes : precision.computedBytes();
                gather(memory, batch, slots.in()[i], valueBytes / bytes, batches.rows, i * batches.rowBytes, bytes);
            }
            batches.take(batch);
        });
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
