package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.device.Ranks;
import dev.tessera.solver.checkpoint.ArrayInfo;
import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.NodeRanges;
import dev.tessera.solver.checkpoint.NodeStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// A checkpoint to which each rank writes the nodes that it holds, in a file on a file system that all share. The first
/// rank creates the file and completes it.
final class SharedCheckpoint {
    /// Regions of ranks begin at multiples of this, so that no two computers write the same page of the file.
    private static final long ALIGNMENT = 1 << 16;

    private static final String FAILED = "!";

    private final Execution execution;
    private final Ranks ranks;
    private final SequencedMap<String, String> arrays;
    private final ForkJoinPool workers;

    /// @param arrays the name in checkpoints of each stored array
    SharedCheckpoint(Execution execution, Ranks ranks, SequencedMap<String, String> arrays, ForkJoinPool workers) {
        this.execution = execution;
        this.ranks = ranks;
        this.arrays = arrays;
        this.workers = workers;
    }

    /// Writes the nodes of all ranks. On the first rank.
    /// @return false where a rank does not see the file: then nothing is written
    /// @throws IOException where a rank could not write; the message names it
    boolean write(CheckpointWriter writer) throws IOException {
        if (ranks.any(false)) {
            return false;
        }
        NodeRanges own = ownNodes();
        regions(writer.end() + bytes(writer.header(), own));
        IOException failed = null;
        try {
            writeOwn(writer, own);
        } catch (IOException problem) {
            failed = problem;
        }
        List<String> told = ranks.all("");
        if (failed != null) {
            throw failed;
        }
        for (int rank = 1; rank < told.size(); rank++) {
            String its = told.get(rank);
            if (its.startsWith(FAILED)) {
                throw new IOException("rank %d: %s".formatted(rank, its.substring(FAILED.length())));
            }
            writer.add(its);
        }
        return true;
    }

    /// Takes part in [#write]. On the other ranks.
    /// @param file that the first rank writes
    /// @param markAt where it has marked the file
    /// @param mark the mark
    void follow(Path file, CheckpointHeader header, long markAt, long mark) {
        if (ranks.any(!CheckpointWriter.isMarked(file, markAt, mark))) {
            return;
        }
        NodeRanges own = ownNodes();
        long begin = regions(bytes(header, own));
        ranks.all(written(file, header, own, begin));
    }

    private String written(Path file, CheckpointHeader header, NodeRanges own, long begin) {
        try (CheckpointWriter writer = CheckpointWriter.join(file, header, begin)) {
            writeOwn(writer, own);
            writer.force();
            return writer.chunks();
        } catch (IOException problem) {
            return FAILED + OutputFailures.reason(problem);
        }
    }

    /// Where the region of this rank begins.
    /// @param bytes of this rank; of the first one also those before
    private long regions(long bytes) {
        List<String> all = ranks.all(Long.toString(bytes));
        return all.stream()
                .limit(ranks.rank())
                .mapToLong(each -> Math.ceilDiv(Long.parseLong(each), ALIGNMENT) * ALIGNMENT)
                .sum();
    }

    private NodeRanges ownNodes() {
        return NodeRanges.ofBounds(execution.ownBounds());
    }

    private long bytes(CheckpointHeader header, NodeRanges own) {
        return arrays.values().stream()
                .mapToLong(name -> CheckpointWriter.bytesOf(header.array(name), own))
                .sum();
    }

    private void writeOwn(CheckpointWriter writer, NodeRanges own) throws IOException {
        for (var array : arrays.entrySet()) {
            ArrayInfo info = writer.header().array(array.getValue());
            NodeStream.write(writer, info.name(), own, source(array.getKey(), info.components()), workers);
        }
    }

    private NodeStream.Source source(String array, int valuesPerNode) {
        int[] inOrder = IntStream.range(0, valuesPerNode).toArray();
        return new NodeStream.Source() {
            @Override
            public void read(long first, int count, double[] target) {
                execution.readOwn(array, Math.toIntExact(first), count, target);
            }

            @Override
            public boolean copies() {
                return execution.copiesOwn(array);
            }

            @Override
            public void copy(long first, int count, ByteBuffer target) {
                execution.copyOwn(array, Math.toIntExact(first), count, inOrder, target);
            }
        };
    }
}
