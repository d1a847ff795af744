package dev.tessera.solver;

import dev.tessera.device.HeldPopulations;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.NodeRanges;
import dev.tessera.solver.checkpoint.NodeStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;

/// The populations of a checkpoint while the device holds them and steps go on. Closed on the thread of the run.
final class HeldState implements AutoCloseable {
    private final NodeRanges nodes;
    private final ForkJoinPool workers;
    private final SequencedMap<String, HeldPopulations> populations = new LinkedHashMap<>();

    /// @param nodes all of them
    /// @param workers sum and write
    HeldState(NodeRanges nodes, ForkJoinPool workers) {
        this.nodes = nodes;
        this.workers = workers;
    }

    /// @param array its name in checkpoints
    void add(String array, HeldPopulations held) {
        populations.put(array, held);
    }

    /// Writes all of them; on any thread.
    void write(CheckpointWriter writer) throws IOException {
        for (var array : populations.entrySet()) {
            NodeStream.write(writer, array.getKey(), nodes, sourceOf(array.getValue()), workers);
        }
    }

    private static NodeStream.Source sourceOf(HeldPopulations held) {
        return new NodeStream.Source() {
            @Override
            public void read(long first, int count, double[] target) {
                throw new UnsupportedOperationException("values are copied as they are stored");
            }

            @Override
            public boolean copies() {
                return true;
            }

            @Override
            public void copy(long first, int count, ByteBuffer target) {
                held.copy(first, count, target);
            }
        };
    }

    @Override
    public void close() {
        populations.values().forEach(HeldPopulations::close);
    }
}
