package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Values of nodes between a checkpoint and their owner, chunk by chunk: the caller's thread talks to the owner,
/// and `workers` encode, sum, read and write.
public final class NodeStream {
    /// Chunks of a batch: 64 MB.
    private static final int MOST_AT_ONCE = 16;

    private NodeStream() {}

    /// Gives the values of the nodes that a process owns.
    @FunctionalInterface
    public interface Source {
        /// @param first the first node, among the owned ones
        /// @param target filled with `[count][component]`
        void read(long first, int count, double[] target);

        /// Whether [#copy] can be used.
        default boolean copies() {
            return false;
        }

        /// Copies values that lie in memory in the array's format, faster than [#read].
        /// @param target native memory, filled with `[count][component]`
        default void copy(long first, int count, ByteBuffer target) {
            throw new UnsupportedOperationException("values are not copied");
        }
    }

    /// Takes the values of nodes, of every node once, in any order.
    @FunctionalInterface
    public interface Sink {
        /// @param values `[count][component]`; may be longer, and is used again afterwards
        void accept(long firstNode, int count, double[] values) throws IOException;

        /// Takes nodes in several ranges, which may be short.
        /// @param values `[node][component]`, of all nodes
        default void accept(NodeRanges nodes, int components, double[] values) throws IOException {
            int at = 0;
            for (int range = 0; range < nodes.count(); range++) {
                int count = (int) (nodes.end(range) - nodes.first(range));
                double[] part =
                        at == 0 ? values : Arrays.copyOfRange(values, at * components, (at + count) * components);
                accept(nodes.first(range), count, part);
                at += count;
            }
        }
    }

    /// Writes the nodes that one process owns. A batch of chunks is read from the owner while the one before is encoded
    /// and written.
    public static void write(
            CheckpointWriter writer, String name, NodeRanges owned, Source source, ForkJoinPool workers)
            throws IOException {
        ArrayInfo array = writer.header().array(name);
        if (array.format().isPlain() && source.copies()) {
            copy(writer, array, owned, source, workers);
            return;
        }
        long first = 0;
        int most = Math.clamp(workers.getParallelism(), 1, MOST_AT_ONCE);
        try (ChunkQueue<Runnable> queue = new ChunkQueue<>(workers)) {
            for (NodeRanges batch : owned.inPieces(most * array.nodesPerChunk())) {
                queue.drain(most, Runnable::run); // two batches in memory
                double[] values = queue.take(Math.toIntExact(batch.nodes() * array.components()));
                source.read(first, Math.toIntExact(batch.nodes()), values);
                first += batch.nodes();
                int from = 0;
                for (NodeRanges piece : batch.inPieces(array.nodesPerChunk())) {
                    CheckpointWriter.Chunk chunk = writer.nodes(array.name(), piece);
                    int at = from;
                    queue.add(writing(() -> chunk.write(values, at)), Runnable::run);
                    from += (int) piece.nodes() * array.components();
                }
                queue.add(() -> () -> queue.give(values), Runnable::run);
            }
            queue.drain(Runnable::run);
        }
    }

    /// The same without arrays between: chunks are copied while those before are written.
    private static void copy(
            CheckpointWriter writer, ArrayInfo array, NodeRanges owned, Source source, ForkJoinPool workers)
            throws IOException {
        long first = 0;
        try (ChunkQueue<Runnable> queue = new ChunkQueue<>(workers)) {
            for (NodeRanges piece : owned.inPieces(array.nodesPerChunk())) {
                CheckpointWriter.Chunk.Encoded chunk =
                        writer.nodes(array.name(), piece).encoded();
                source.copy(first, (int) piece.nodes(), chunk.values());
                first += piece.nodes();
                queue.add(writing(chunk::write), Runnable::run);
            }
            queue.drain(Runnable::run);
        }
    }

    /// Writes a chunk.
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    /// Work without a result to be taken.
    private static ChunkQueue.Work<Runnable> writing(Writing chunk) {
        return () -> {
            chunk.run();
            return () -> {};
        };
    }

    /// Delivers those of a chunk's nodes that are wanted.
    /// @param values `[node][component]`, of all nodes of the chunk
    static void deliver(NodeRanges chunk, NodeRanges wanted, int components, double[] values, Sink sink)
            throws IOException {
        if (chunk.count() > 1 && chunk.and(wanted).equals(chunk)) {
            sink.accept(chunk, components, values);
            return;
        }
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
