package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/// Writes a checkpoint in chunks. Several parts of a case share one writer: each writes the nodes that it owns, in
/// any order and from any thread. The file is readable only after [#writeDirectory].
public final class CheckpointWriter implements AutoCloseable {
    private final CheckpointHeader header;
    private final byte[] text;
    private final FileChannel channel;
    private final FileParts.Buffers buffers = new FileParts.Buffers();
    private final List<Directory.Entry> written = new ArrayList<>();
    private final List<List<NodeRanges>> covered = new ArrayList<>(); // by array
    private final long[] fromOthers; // nodes that other writers have written, by array
    private final AtomicInteger open = new AtomicInteger();
    private final DiskWrites disk;
    private long end;

    private CheckpointWriter(CheckpointHeader header, byte[] text, FileChannel channel, long end) {
        this.header = header;
        this.text = text;
        this.channel = channel;
        this.disk = new DiskWrites(channel::force);
        this.end = end;
        this.fromOthers = new long[header.arrays().size()];
        header.arrays().forEach(array -> covered.add(new ArrayList<>()));
    }

    /// Creates the file, or empties it.
    public static CheckpointWriter create(Path file, CheckpointHeader header) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            byte[] text = header.text();
            CheckpointWriter writer = new CheckpointWriter(header, text, channel, text.length);
            FileParts.write(channel, ByteBuffer.wrap(writer.text), 0);
            return writer;
        } catch (IOException | RuntimeException problem) {
            channel.close();
            throw problem;
        }
    }

    /// Opens a file that another process has created, to write a region of it. This writer's [#chunks] are given to the
    /// first one, which completes the file.
    /// @param offset at which the region begins
    public static CheckpointWriter join(Path file, CheckpointHeader header, long offset) throws IOException {
        return new CheckpointWriter(header, header.text(), FileChannel.open(file, StandardOpenOption.WRITE), offset);
    }

    public CheckpointHeader header() {
        return header;
    }

    /// Writes a random number to [#end], by which other processes recognise the file. The next chunk replaces it.
    public long mark() throws IOException {
        long mark = new SecureRandom().nextLong();
        FileParts.write(
                channel,
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(mark)
                        .flip(),
                end());
        channel.force(false);
        return mark;
    }

    /// Whether this process sees the file that another one has marked.
    /// @param offset of the mark
    public static boolean isMarked(Path file, long offset, long mark) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return FileParts.read(file, channel, offset, Long.BYTES).getLong() == mark;
        } catch (IOException absent) {
            return false;
        }
    }

    /// The place after everything that has a place.
    public long end() {
        synchronized (written) {
            return end;
        }
    }

    /// The chunks of a writer that has joined, for [#add].
    /// @throws IllegalStateException where a chunk has no values yet
    public String chunks() {
        requireNoneOpen();
        synchronized (written) {
            return Directory.text(written);
        }
    }

    /// Adds what another writer has written.
    /// @param chunks its [#chunks]
    public void add(String chunks) {
        synchronized (written) {
            for (Directory.Entry chunk : Directory.ofText(chunks)) {
                written.add(chunk);
                fromOthers[chunk.index()] += chunk.count();
                end = Math.max(end, chunk.offset() + chunk.bytes());
            }
        }
    }

    /// Bytes that nodes of an array take, in chunks of [ArrayInfo#nodesPerChunk].
    public static long bytesOf(ArrayInfo array, NodeRanges nodes) {
        return nodes.inPieces(array.nodesPerChunk()).stream()
                .mapToLong(piece -> bytes(array, piece))
                .sum();
    }

    private static long bytes(ArrayInfo info, NodeRanges nodes) {
        return Long.BYTES
                + 2L * Long.BYTES * nodes.count()
                + nodes.nodes() * info.components() * info.format().bytes();
    }

    /// A place in the file for values of some nodes. The order of these calls is the order in the file; the
    /// values may be written in any order.
    /// @param nodes at most [ArrayInfo#nodesPerChunk] of them are a good size
    public Chunk nodes(String array, NodeRanges nodes) {
        int index = index(array, ArrayInfo.Keys.NODES);
        ArrayInfo info = header.arrays().get(index);
        if (nodes.isEmpty() || nodes.end() > header.nodes()) {
            throw new IllegalArgumentException("%s of %d fluid nodes".formatted(nodes, header.nodes()));
        }
        long bytes = bytes(info, nodes);
        synchronized (written) {
            covered.get(index).add(nodes);
        }
        return new Chunk(index, nodes, reserve(bytes), bytes);
    }

    private int index(String array, ArrayInfo.Keys keys) {
        int index = header.indexOf(array);
        if (header.arrays().get(index).keys() != keys) {
            throw new IllegalArgumentException("array %s has values of other keys than %s".formatted(array, keys));
        }
        return index;
    }

    private long reserve(long bytes) {
        Math.toIntExact(bytes); // the size of a buffer
        open.incrementAndGet();
        synchronized (written) {
            long offset = end;
            end += bytes;
            return offset;
        }
    }

    /// A place in the file for values of some nodes.
    public final class Chunk {
        private final int index;
        private final NodeRanges nodes;
        private final long offset;
        private final long bytes;

        private Chunk(int index, NodeRanges nodes, long offset, long bytes) {
            this.index = index;
            this.nodes = nodes;
            this.offset = offset;
            this.bytes = bytes;
        }

        public NodeRanges nodes() {
            return nodes;
        }

        /// Encodes, sums and writes; may be called in any thread, once.
        /// @param values `[node][component]`, of the nodes in ascending order; may be longer
        public void write(double[] values) throws IOException {
            write(values, 0);
        }

        /// The same.
        /// @param from index of the first node's first value
        public void write(double[] values, int from) throws IOException {
            ArrayInfo info = header.arrays().get(index);
            ByteBuffer target = begun();
            int count = Math.toIntExact(nodes.nodes() * info.components());
            info.format().put(values, from, count, info.weights(), target);
            write(target);
        }

        private ByteBuffer begun() {
            ByteBuffer target = buffers.take(bytes);
            target.putLong(nodes.count());
            for (int range = 0; range < nodes.count(); range++) {
                target.putLong(nodes.first(range)).putLong(nodes.end(range) - nodes.first(range));
            }
            return target;
        }

        private void write(ByteBuffer whole) throws IOException {
            put(index, offset, whole.flip(), nodes.first(), nodes.end(), nodes.nodes());
            buffers.give(whole);
        }

        /// Instead of [#write(double[])]: memory for values as the file has them.
        public Encoded encoded() {
            return new Encoded(begun());
        }

        /// A chunk whose values are encoded by the caller.
        public final class Encoded {
            private final ByteBuffer whole;

            private Encoded(ByteBuffer whole) {
                this.whole = whole;
            }

            /// Native memory, `[node][component]` in the array's format.
            public ByteBuffer values() {
                return whole.slice().order(ByteOrder.LITTLE_ENDIAN);
            }

            /// Sums and writes; may be called in any thread, once.
            public void write() throws IOException {
                Chunk.this.write(whole.position(whole.limit()));
            }
        }
    }

    /// Writes values of nodes or links that one part owns.
    public void links(String array, LinkValues given) throws IOException {
        if (given.size() == 0) {
            return;
        }
        int index = index(array, ArrayInfo.Keys.LINKS);
        NumberFormat format = header.arrays().get(index).format();
        LinkValues pairs = given.sorted();
        long endNode = pairs.nodes()[pairs.size() - 1] + 1;
        if (pairs.nodes()[0] < 0 || endNode > header.nodes()) {
            throw new IllegalArgumentException(
                    "nodes %d to %d of %d".formatted(pairs.nodes()[0], endNode - 1, header.nodes()));
        }
        long bytes = Long.BYTES + (long) pairs.size() * (Long.BYTES + Short.BYTES + format.bytes());
        long offset = reserve(bytes);
        ByteBuffer target = buffers.take(bytes);
        target.putLong(pairs.size());
        for (long node : pairs.nodes()) {
            target.putLong(node);
        }
        for (short direction : pairs.directions()) {
            target.putShort(direction);
        }
        format.put(pairs.values(), 0, pairs.size(), new float[1], target);
        put(index, offset, target.flip(), pairs.nodes()[0], endNode, pairs.size());
        buffers.give(target);
    }

    /// Writes a state that the header names.
    public void state(StateRecord state) throws IOException {
        int index = header.states().indexOf(state.name());
        if (index < 0) {
            throw new IllegalArgumentException("the header names %s, not %s".formatted(header.states(), state.name()));
        }
        ByteBuffer bytes = state.encoded();
        put(header.arrays().size() + index, reserve(bytes.remaining()), bytes, 0, 0, 1);
    }

    private void put(int index, long offset, ByteBuffer source, long firstNode, long endNode, long count)
            throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(source.duplicate());
        int bytes = source.remaining();
        FileParts.write(channel, source, offset);
        disk.wrote(bytes);
        synchronized (written) {
            written.add(new Directory.Entry(index, offset, bytes, firstNode, endNode, count, sum.getValue()));
        }
        open.decrementAndGet();
    }

    /// Writes the directory, and waits until everything is on disk.
    /// @throws IllegalStateException where a node or a state is missing, or was written twice
    public void complete() throws IOException {
        writeDirectory();
        force();
    }

    /// Waits until everything is on disk.
    public void force() throws IOException {
        disk.complete();
    }

    /// Ends the file.
    /// @throws IllegalStateException where a node or a state is missing, or was written twice
    public void writeDirectory() throws IOException {
        Directory directory;
        synchronized (written) {
            directory = new Directory(written);
        }
        requireNoneOpen();
        for (int index = 0; index < header.arrays().size(); index++) {
            if (header.arrays().get(index).keys() == ArrayInfo.Keys.NODES) {
                requireAll(header.arrays().get(index).name(), covered.get(index), fromOthers[index]);
            }
        }
        for (int state = 0; state < header.states().size(); state++) {
            if (directory.of(header.arrays().size() + state).size() != 1) {
                throw new IllegalStateException(
                        "state %s is not written once".formatted(header.states().get(state)));
            }
        }
        FileParts.write(channel, directory.encoded(text, end), end);
    }

    private void requireNoneOpen() {
        if (open.get() > 0) {
            throw new IllegalStateException("%d chunks have a place, but no values".formatted(open.get()));
        }
    }

    /// @param fromOthers how many nodes other writers have written; which ones is theirs to know
    private void requireAll(String array, List<NodeRanges> pieces, long fromOthers) {
        List<long[]> ranges = new ArrayList<>();
        for (NodeRanges piece : pieces) {
            for (int range = 0; range < piece.count(); range++) {
                ranges.add(new long[] {piece.first(range), piece.end(range)});
            }
        }
        ranges.sort(Comparator.comparingLong(range -> range[0]));
        long next = 0;
        long nodes = fromOthers;
        for (long[] range : ranges) {
            nodes += range[1] - range[0];
            if (range[0] < next || range[0] > next && fromOthers == 0) {
                throw new IllegalStateException("array %s: node %d is %s"
                        .formatted(array, Math.min(next, range[0]), range[0] > next ? "missing" : "written twice"));
            }
            next = range[1];
        }
        if (nodes != header.nodes()) {
            throw new IllegalStateException(
                    fromOthers == 0
                            ? "array %s: node %d is missing".formatted(array, next)
                            : "array %s: %d nodes are written of %d".formatted(array, nodes, header.nodes()));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
