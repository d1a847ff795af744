package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.zip.CRC32C;

/// Reads a checkpoint of format 3.
public final class CheckpointReader implements Checkpoint {
    private final Path file;
    private final FileChannel channel;
    private final CheckpointHeader header;
    private final Directory directory;
    private final FileParts.Buffers buffers = new FileParts.Buffers();

    private CheckpointReader(Path file, FileChannel channel, CheckpointHeader header, Directory directory) {
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.directory = directory;
    }

    static CheckpointReader open(Path file, FileChannel channel, byte[] text) throws IOException {
        Directory directory = Directory.read(file, channel, text);
        CheckpointHeader header;
        try {
            header = CheckpointHeader.of(FileParts.text(text));
        } catch (IllegalArgumentException garbled) {
            throw Checkpoint.damaged(file, String.valueOf(garbled.getMessage()));
        }
        CheckpointReader reader = new CheckpointReader(file, channel, header, directory);
        reader.requireChunks(text.length, channel.size());
        return reader;
    }

    /// Refuses a directory that contradicts the header or the file.
    private void requireChunks(long begin, long size) throws IOException {
        int parts = header.arrays().size() + header.states().size();
        for (Directory.Entry chunk : directory.chunks()) {
            boolean fits = chunk.index() >= 0
                    && chunk.index() < parts
                    && chunk.offset() >= begin
                    && chunk.bytes() >= 0
                    && chunk.bytes() <= Integer.MAX_VALUE
                    && chunk.offset() <= size - chunk.bytes();
            if (!fits) {
                throw Checkpoint.damaged(file, "%s of %d bytes with %d parts".formatted(chunk, size, parts));
            }
        }
        for (int index = 0; index < header.arrays().size(); index++) {
            ArrayInfo array = header.arrays().get(index);
            long nodes = directory.of(index).stream()
                    .mapToLong(Directory.Entry::count)
                    .sum();
            if (array.keys() == ArrayInfo.Keys.NODES && nodes != header.nodes()) {
                throw Checkpoint.damaged(
                        file, "array %s has %d of %d nodes".formatted(array.name(), nodes, header.nodes()));
            }
        }
    }

    @Override
    public CheckpointHeader header() {
        return header;
    }

    @Override
    public void verify(ForkJoinPool workers) throws IOException {
        try (ChunkQueue<Integer> queue = new ChunkQueue<>(workers)) {
            for (Directory.Entry chunk : directory.chunks()) {
                queue.add(
                        () -> {
                            ByteBuffer bytes = checked(chunk);
                            int count = bytes.remaining();
                            buffers.give(bytes);
                            return count;
                        },
                        count -> {});
            }
            queue.drain(count -> {});
        }
    }

    /// The bytes of a chunk; the caller gives the buffer back.
    private ByteBuffer checked(Directory.Entry chunk) throws IOException {
        ByteBuffer bytes = buffers.take(chunk.bytes());
        FileParts.read(file, channel, chunk.offset(), bytes);
        CRC32C sum = new CRC32C();
        sum.update(bytes.duplicate());
        if (sum.getValue() != chunk.checksum()) {
            throw new IOException("checkpoint %s is damaged: the checksum of %s at byte %d does not match"
                    .formatted(file, name(chunk), chunk.offset()));
        }
        return bytes;
    }

    private String name(Directory.Entry chunk) {
        int arrays = header.arrays().size();
        return chunk.index() < arrays
                ? "%s of nodes %d to %d"
                        .formatted(header.arrays().get(chunk.index()).name(), chunk.firstNode(), chunk.endNode() - 1)
                : "state " + header.states().get(chunk.index() - arrays);
    }

    private IOException contradicts(Directory.Entry chunk) {
        return new IOException("checkpoint %s is damaged: %s contradicts the directory".formatted(file, name(chunk)));
    }

    private record NodeChunk(NodeRanges nodes, double[] values) {}

    @Override
    public void nodes(String array, NodeRanges wanted, NodeStream.Sink sink, ForkJoinPool workers) throws IOException {
        int index = header.indexOf(array);
        ArrayInfo info = header.arrays().get(index);
        long[] delivered = {0};
        try (ChunkQueue<NodeChunk> queue = new ChunkQueue<>(workers)) {
            ChunkQueue.Result<NodeChunk> give = chunk -> {
                NodeStream.deliver(chunk.nodes(), wanted, info.components(), chunk.values(), sink);
                delivered[0] += chunk.nodes().and(wanted).nodes();
                queue.give(chunk.values());
            };
            for (Directory.Entry entry : directory.of(index)) {
                if (!NodeRanges.ofBounds(entry.firstNode(), entry.endNode())
                        .and(wanted)
                        .isEmpty()) {
                    double[] values = queue.take(Math.toIntExact(entry.count() * info.components()));
                    queue.add(() -> decoded(entry, info, values), give);
                }
            }
            queue.drain(give);
        }
        if (delivered[0] != wanted.nodes()) {
            throw new IOException("checkpoint %s is damaged: array %s has %d of the %d nodes that are read"
                    .formatted(file, array, delivered[0], wanted.nodes()));
        }
    }

    private NodeChunk decoded(Directory.Entry chunk, ArrayInfo info, double[] values) throws IOException {
        ByteBuffer source = checked(chunk);
        long ranges = source.remaining() < Long.BYTES ? -1 : source.getLong();
        if (ranges < 1 || ranges > source.remaining() / (2 * Long.BYTES)) {
            throw contradicts(chunk);
        }
        long[] bounds = new long[(int) (2 * ranges)];
        for (int range = 0; range < ranges; range++) {
            bounds[2 * range] = source.getLong();
            bounds[2 * range + 1] = bounds[2 * range] + source.getLong();
        }
        NodeRanges nodes = NodeRanges.ofBounds(bounds);
        long count = nodes.nodes() * info.components();
        if (nodes.nodes() != chunk.count()
                || source.remaining() != count * info.format().bytes()) {
            throw contradicts(chunk);
        }
        info.format().get(source, values, (int) count, info.weights());
        buffers.give(source);
        return new NodeChunk(nodes, values);
    }

    /// Values of the nodes in some ranges, sorted.
    public LinkValues links(String array, NodeRanges wanted) throws IOException {
        int index = header.indexOf(array);
        LinkValues all = LinkValues.ofNodes(new long[0], new double[0]);
        for (Directory.Entry chunk : directory.of(index)) {
            if (!NodeRanges.ofBounds(chunk.firstNode(), chunk.endNode())
                    .and(wanted)
                    .isEmpty()) {
                all = all.and(pairs(chunk, header.arrays().get(index).format()).within(wanted));
            }
        }
        try {
            return all.sorted();
        } catch (IllegalArgumentException twice) {
            throw new IOException("checkpoint %s is damaged: %s: %s".formatted(file, array, twice.getMessage()), twice);
        }
    }

    private LinkValues pairs(Directory.Entry chunk, NumberFormat format) throws IOException {
        ByteBuffer source = checked(chunk);
        int count = Math.clamp(chunk.count(), 0, Integer.MAX_VALUE);
        long bytes = Long.BYTES + (long) count * (Long.BYTES + Short.BYTES + format.bytes());
        if (source.remaining() != bytes || source.getLong() != count) {
            throw contradicts(chunk);
        }
        LinkValues pairs = new LinkValues(new long[count], new short[count], new double[count]);
        for (int k = 0; k < count; k++) {
            pairs.nodes()[k] = source.getLong();
        }
        for (int k = 0; k < count; k++) {
            pairs.directions()[k] = source.getShort();
        }
        format.get(source, pairs.values(), count, new float[1]);
        buffers.give(source);
        return pairs;
    }

    @Override
    public SequencedMap<String, LinkValues> remembered(Function<String, long[]> nodesOfClass) throws IOException {
        SequencedMap<String, LinkValues> remembered = new LinkedHashMap<>();
        for (ArrayInfo array : header.arrays()) {
            if (array.keys() == ArrayInfo.Keys.LINKS) {
                remembered.put(array.name(), links(array.name(), NodeRanges.of(0, header.nodes())));
            }
        }
        return remembered;
    }

    @Override
    public Optional<StateRecord> state(String name) throws IOException {
        int index = header.states().indexOf(name);
        if (index < 0) {
            return Optional.empty();
        }
        List<Directory.Entry> chunks = directory.of(header.arrays().size() + index);
        if (chunks.size() != 1) {
            throw Checkpoint.damaged(file, "state %s has %d chunks".formatted(name, chunks.size()));
        }
        ByteBuffer source = checked(chunks.getFirst());
        try {
            return Optional.of(StateRecord.decoded(name, source));
        } catch (IOException garbled) {
            throw new IOException("checkpoint %s is damaged: %s".formatted(file, garbled.getMessage()), garbled);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
