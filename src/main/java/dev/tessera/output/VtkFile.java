package dev.tessera.output;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Builds one VTK XML file: text that refers to arrays, and the arrays appended raw after it, in blocks that
/// several threads compute and write at their places. The text has blanks for offsets, which are filled in at the
/// end. The file appears complete or not at all.
///
/// Without compression an array is its number of bytes (UInt64) and its values. With compression it is a header of
/// UInt64 (number of blocks, block size, size of the last block, compressed size of each block) and the blocks.
/// Memory: one block per thread, with compression five.
final class VtkFile {
    /// A multiple of the bytes of points, cells and tuples of up to four components.
    private static final int BLOCK = 3 << 18;

    private static final int WAVE = 4; // compressed blocks per thread that are written together
    private static final int VECTOR = 3; // components
    private static final String OFFSET = "%20d";

    private final StringBuilder text = new StringBuilder();
    private final List<Integer> offsetPlaces = new ArrayList<>(); // in the text
    private final List<VtkArray> arrays = new ArrayList<>();
    private final List<String> declarations = new ArrayList<>();
    private final FileWriting writing;

    /// @param type such as `ImageData`
    VtkFile(String type, FileWriting writing) {
        this.writing = writing;
        text.append("<?xml version=\"1.0\"?>\n<VTKFile type=\"")
                .append(type)
                .append("\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\"")
                .append(
                        writing.compression() == Compression.NONE
                                ? ">\n"
                                : " compressor=\"%s\">\n"
                                        .formatted(VtkCodec.of(writing.compression())
                                                .vtkName()));
    }

    VtkFile line(String line) {
        text.append(line).append('\n');
        return this;
    }

    /// Refers to the values of a field; components of a tensor are named.
    /// @param data floats, `[tuple][component]`
    VtkFile field(ResultField field, VtkArray data) {
        List<String> names = field.components();
        StringBuilder attributes = new StringBuilder();
        if (names.size() > VECTOR) {
            for (int c = 0; c < names.size(); c++) {
                attributes.append(" ComponentName%d=\"%s\"".formatted(c, names.get(c)));
            }
        }
        return array("Float32", VtkText.name(field), Math.max(1, names.size()), attributes.toString(), data);
    }

    /// Refers to an array of the appended section.
    /// @param type VTK's name: `Float32`, `UInt8`, `Int32`
    VtkFile array(String type, String name, int components, VtkArray data) {
        return array(type, name, components, "", data);
    }

    private VtkFile array(String type, String name, int components, String attributes, VtkArray data) {
        String declared =
                "type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\"%s".formatted(type, name, components, attributes);
        declarations.add(declared);
        text.append("<DataArray %s format=\"appended\" offset=\"".formatted(declared));
        offsetPlaces.add(text.length());
        text.append(OFFSET.formatted(0)).append("\"/>\n");
        arrays.add(data);
        return this;
    }

    /// The attributes of the arrays so far.
    List<String> declarations() {
        return List.copyOf(declarations);
    }

    void write(Path file) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".writing");
        try {
            try (FileChannel channel = FileChannel.open(
                    beside,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                String head = text + "<AppendedData encoding=\"raw\">\n_";
                long start = head.getBytes(StandardCharsets.UTF_8).length;
                long[] offsets = writing.compression() == Compression.NONE
                        ? plain(channel, start)
                        : compressed(channel, start, VtkCodec.of(writing.compression()));
                StringBuilder filled = new StringBuilder(head);
                for (int k = 0; k < arrays.size(); k++) {
                    int place = offsetPlaces.get(k);
                    String offset = OFFSET.formatted(offsets[k]);
                    filled.replace(place, place + offset.length(), offset);
                }
                put(channel, 0, ByteBuffer.wrap(filled.toString().getBytes(StandardCharsets.UTF_8)));
                put(
                        channel,
                        start + offsets[arrays.size()],
                        ByteBuffer.wrap("\n</AppendedData>\n</VTKFile>\n".getBytes(StandardCharsets.UTF_8)));
            } catch (UncheckedIOException failed) {
                throw failed.getCause();
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /// @return the offset of each array from `start`, and their total length
    private long[] plain(FileChannel channel, long start) {
        long[] offsets = new long[arrays.size() + 1];
        List<Block> blocks = new ArrayList<>();
        for (int k = 0; k < arrays.size(); k++) {
            offsets[k + 1] = offsets[k] + Long.BYTES + arrays.get(k).bytes();
            put(
                    channel,
                    start + offsets[k],
                    numbers(1).putLong(arrays.get(k).bytes()).flip());
            blocks.addAll(Block.of(arrays.get(k), start + offsets[k] + Long.BYTES));
        }
        Queue<ByteBuffer> buffers = new ConcurrentLinkedQueue<>(); // at most one per thread
        ParallelLoop.over(writing.workers(), blocks.size(), b -> {
            ByteBuffer free = buffers.poll();
            ByteBuffer buffer = free == null ? ByteBuffer.allocate(BLOCK) : free;
            put(channel, blocks.get(b).place(), blocks.get(b).filled(buffer));
            buffers.add(buffer);
        });
        return offsets;
    }

    /// As [#plain]. Where a block begins is known when those before it are compressed.
    private long[] compressed(FileChannel channel, long start, VtkCodec codec) {
        long[] offsets = new long[arrays.size() + 1];
        int wave = WAVE * writing.workers().getParallelism();
        for (int k = 0; k < arrays.size(); k++) {
            List<Block> blocks = Block.of(arrays.get(k), 0);
            ByteBuffer header = numbers(3 + blocks.size());
            header.putLong(blocks.size()).putLong(BLOCK).putLong(arrays.get(k).bytes() % BLOCK);
            long next = offsets[k] + header.capacity();
            for (int first = 0; first < blocks.size(); first += wave) {
                List<Block> some = blocks.subList(first, Math.min(blocks.size(), first + wave));
                byte[][] encoded = new byte[some.size()][];
                ParallelLoop.over(writing.workers(), some.size(), b -> {
                    ByteBuffer raw = some.get(b).filled(ByteBuffer.allocate(BLOCK));
                    encoded[b] = codec.encoder().encode(raw.array(), raw.limit());
                });
                for (byte[] block : encoded) {
                    put(channel, start + next, ByteBuffer.wrap(block));
                    header.putLong(block.length);
                    next += block.length;
                }
            }
            put(channel, start + offsets[k], header.flip());
            offsets[k + 1] = next;
        }
        return offsets;
    }

    private static ByteBuffer numbers(int count) {
        return ByteBuffer.allocate(Long.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void put(FileChannel channel, long place, ByteBuffer content) {
        try {
            for (long at = place; content.hasRemaining(); ) {
                at += channel.write(content, at);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// A part of an array. @param place in the file
    private record Block(VtkArray array, long from, int bytes, long place) {
        static List<Block> of(VtkArray array, long start) {
            List<Block> blocks = new ArrayList<>();
            for (long from = 0; from < array.bytes(); from += BLOCK) {
                blocks.add(new Block(array, from, (int) Math.min(BLOCK, array.bytes() - from), start + from));
            }
            return blocks;
        }

        ByteBuffer filled(ByteBuffer buffer) {
            buffer.clear().limit(bytes).order(ByteOrder.LITTLE_ENDIAN);
            array.part().fill(from, buffer);
            return buffer.flip();
        }
    }
}
