package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.util.concurrent.ForkJoinPool;

/// Values of nodes between a checkpoint and their owner, chunk by chunk: the caller's thread talks to the owner,
/// and `workers` encode, sum, read and write.
public final class NodeStream {
    private NodeStream() {}

    /// Gives the values of nodes.
    @FunctionalInterface
    public interface Source {
        /// @param target filled with `[count][component]`
        void read(long firstNode, int count, double[] target);
    }

    /// Takes the values of nodes, of every node once, in any order.
    @FunctionalInterface
    public interface Sink {
        /// @param values `[count][component]`; may be longer, and is used again afterwards
        void accept(long firstNode, int count, double[] values) throws IOException;
    }

    /// Writes the nodes that one part owns.
    public static void write(
            CheckpointWriter writer, String name, NodeRanges owned, Source source, ForkJoinPool workers)
            throws IOException {
        ArrayInfo array = writer.header().array(name);
        try (ChunkQueue<double[]> queue = new ChunkQueue<>(workers)) {
            for (NodeRanges piece : owned.inPieces(array.nodesPerChunk())) {
                double[] values = queue.take(array.nodesPerChunk() * array.components());
                fill(piece, array.components(), source, values);
                CheckpointWriter.Chunk chunk = writer.nodes(array.name(), piece);
                queue.add(
                        () -> {
                            chunk.write(values);
                            return values;
                        },
                        queue::give);
            }
            queue.drain(queue::give);
        }
    }

    private static void fill(NodeRanges piece, int components, Source source, double[] values) {
        if (piece.count() == 1) {
            source.read(piece.first(), (int) piece.nodes(), values);
            return;
        }
        int at = 0;
        for (int range = 0; range < piece.count(); range++) {
            int count = (int) (piece.end(range) - piece.first(range));
            double[] run = new double[count * components];
            source.read(piece.first(range), count, run);
            System.arraycopy(run, 0, values, at, run.length);
            at += run.length;
        }
    }

    /// Delivers those of a chunk's nodes that are wanted.
    /// @param values `[node][component]`, of all nodes of the chunk
    static void deliver(NodeRanges chunk, NodeRanges wanted, int components, double[] values, Sink sink)
            throws IOException {
        long before = 0;
        for (int range = 0; range < chunk.count(); range++) {
            long first = chunk.first(range);
            NodeRanges here = NodeRanges.ofBounds(first, chunk.end(range)).and(wanted);
            for (int run = 0; run < here.count(); run++) {
                int count = (int) (here.end(run) - here.first(run));
                int at = (int) (before + here.first(run) - first) * components;
                double[] part = values;
                if (at > 0) {
                    part = new double[count * components];
                    System.arraycopy(values, at, part, 0, part.length);
                }
                sink.accept(here.first(run), count, part);
            }
            before += chunk.end(range) - first;
        }
    }
}
