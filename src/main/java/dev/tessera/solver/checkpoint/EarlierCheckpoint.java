package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.zip.CRC32C;

/// Reads checkpoints of formats 1 and 2: a header, arrays, populations in canonical order, and the CRC-32C of
/// everything before it (8 bytes), little endian.
public final class EarlierCheckpoint implements Checkpoint {
    private final Path file;
    private final FileChannel channel;
    private final EarlierHeader header;
    private final long begin; // of the blocks

    private EarlierCheckpoint(Path file, FileChannel channel, EarlierHeader header, long begin) {
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.begin = begin;
    }

    static EarlierCheckpoint open(Path file, FileChannel channel, byte[] text) throws IOException {
        EarlierHeader header = EarlierHeader.of(file, FileParts.text(text), channel.size() - text.length);
        return new EarlierCheckpoint(file, channel, header, text.length);
    }

    @Override
    public CheckpointHeader header() {
        return header.common();
    }

    @Override
    public void verify(ForkJoinPool workers) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long end = channel.size() - EarlierHeader.CHECKSUM_BYTES;
        for (long at = 0; at < end; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
            FileParts.read(file, channel, at, buffer);
            sum.update(buffer.duplicate());
        }
        if (FileParts.read(file, channel, end, EarlierHeader.CHECKSUM_BYTES).getLong() != sum.getValue()) {
            throw new IOException("checkpoint %s is damaged: its checksum does not match".formatted(file));
        }
    }

    @Override
    public void nodes(String array, NodeRanges wanted, NodeStream.Sink sink, ForkJoinPool workers) throws IOException {
        verify(workers);
        ArrayInfo info = header.common().array(array);
        long start = begin
                + header.blocks().stream().mapToLong(EarlierHeader.Block::bytes).sum();
        int bytesPerNode = info.components() * info.format().bytes();
        double[] values = new double[info.nodesPerChunk() * info.components()];
        for (NodeRanges piece : wanted.inPieces(info.nodesPerChunk())) {
            for (int range = 0; range < piece.count(); range++) {
                int count = (int) (piece.end(range) - piece.first(range));
                ByteBuffer source = ByteBuffer.allocate(count * bytesPerNode).order(ByteOrder.LITTLE_ENDIAN);
                FileParts.read(file, channel, start + piece.first(range) * bytesPerNode, source);
                info.format().get(source, values, count * info.components(), info.weights());
                sink.accept(piece.first(range), count, values);
            }
        }
    }

    @Override
    public SequencedMap<String, LinkValues> remembered(Function<String, long[]> nodesOfClass) throws IOException {
        SequencedMap<String, LinkValues> remembered = new LinkedHashMap<>();
        long at = begin;
        for (EarlierHeader.Block block : header.blocks()) {
            if (block.isField()) {
                // names of classes come from openings and may contain a slash; those of fields never do
                int slash = block.name().lastIndexOf('/');
                long[] nodes = slash < 0
                        ? new long[0]
                        : nodesOfClass.apply(block.name().substring(0, slash));
                if (nodes.length == block.count()) {
                    LinkValues values = LinkValues.ofNodes(nodes, values(block, at));
                    remembered.merge(block.name().substring(slash + 1), values, LinkValues::and);
                }
            }
            at += block.bytes();
        }
        remembered.replaceAll((name, values) -> values.sorted());
        return remembered;
    }

    private double[] values(EarlierHeader.Block block, long offset) throws IOException {
        double[] values = new double[block.count()];
        ByteBuffer source = FileParts.read(file, channel, offset, Math.toIntExact(block.bytes()));
        block.format().get(source, values, values.length, new float[1]);
        return values;
    }

    @Override
    public Optional<StateRecord> state(String name) throws IOException {
        if (!header.common().states().contains(name)) {
            return Optional.empty();
        }
        SequencedMap<String, double[]> samples = new LinkedHashMap<>();
        long at = begin;
        for (EarlierHeader.Block block : header.blocks()) {
            if (!block.isField()) {
                samples.put(block.name(), values(block, at));
            }
            at += block.bytes();
        }
        SequencedMap<String, String> numbers = new LinkedHashMap<>();
        numbers.put("numbers", header.steady().orElseThrow());
        return Optional.of(new StateRecord(name, numbers, samples));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
