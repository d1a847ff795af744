package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.NodeBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Runs a class's observation kernel on gathered populations, 64 nodes at a time. Needs no tables.
///
/// @param wanted for each requested quantity, the kernel's output stream
record Observation(
        LanePlan plan,
        ClassRun nodes,
        Streams streams,
        List<Integer> wanted,
        LaneKernel kernel,
        double[] parameters,
        Precision precision) {
    /// Gives the values of a kernel's scalars.
    @FunctionalInterface
    interface ToScalars {
        double[] of(ClassRun nodes, Kernel kernel);
    }

    /// @throws IllegalArgumentException if the kernel does not compute one of the quantities; lists those that
    ///       it computes
    static Observation of(
            LanePlan plan,
            ClassRun nodes,
            List<String> quantities,
            LaneCompiler compiler,
            Precision precision,
            ToScalars scalars) {
        Kernel kernel = nodes.nodeClass().observe();
        Streams streams = Streams.of(kernel);
        for (String quantity : quantities) {
            if (!streams.fieldsOut().contains(quantity)) {
                throw new IllegalArgumentException("%s cannot be observed at nodes of class %s, only %s"
                        .formatted(quantity, nodes.nodeClass().name(), streams.fieldsOut()));
            }
        }
        return new Observation(
                plan,
                nodes,
                streams,
                quantities.stream().map(streams::fieldOut).toList(),
                compiler.compile(kernel, precision),
                scalars.of(nodes, kernel),
                precision);
    }

    /// @param observed receives `[quantity][fluid number]`
    void run(LaneChunk chunk, int phase, MemorySegment populations, double[][] observed) {
        int q = plan.directions();
        long rowBytes = (long) NodeBatch.LANES * precision.computedBytes();
        LaneValues slots = LaneValues.of(precision.stored());
        LaneValues values = LaneValues.of(precision.computed());
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
            plan.forEachBatch(nodes.index(), chunk.firstLane(), chunk.lanes(), phase, batch -> {
                for (int i = 0; i < q; i++) {
                    for (int lane = 0; lane < batch.lanes(); lane++) {
                        double value = slots.get(populations, batch.slot(i, lane) * precision.storedBytes());
                        slots.set(rows, i * rowBytes + (long) lane * precision.storedBytes(), value);
                    }
                }
                nodes.address(streams.fieldsIn(), batch.firstLane(), in, q);
                kernel.run(in, out, parameters, batch.lanes());
                for (int n = 0; n < observed.length; n++) {
                    long row = (in.length + wanted.get(n)) * rowBytes;
                    for (int lane = 0; lane < batch.lanes(); lane++) {
                        observed[n][(int) batch.fluidNumber(lane)] =
                                values.get(rows, row + (long) lane * precision.computedBytes());
                    }
                }
            });
        }
    }
}
