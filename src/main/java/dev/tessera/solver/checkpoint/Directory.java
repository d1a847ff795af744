package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/// The chunks of a checkpoint. It is the end of the file, after all chunks, and is followed by a footer: the
/// directory's offset and length, the CRC-32C of the header and the directory, and [#MAGIC].
///
/// @param chunks by number of the array or state, then by first node
record Directory(List<Entry> chunks) {
    static final int FOOTER_BYTES = 4 * Long.BYTES;
    /// `TESSCKP3` as little endian bytes.
    static final long MAGIC = 0x33504B4353534554L;

    private static final int ENTRY_LONGS = 7;

    /// @param index number of the array or state in the header
    /// @param offset in the file
    /// @param firstNode least node
    /// @param endNode one more than the greatest node
    /// @param count nodes, or pairs of node and direction; 1 of a state
    record Entry(int index, long offset, long bytes, long firstNode, long endNode, long count, long checksum) {}

    Directory {
        chunks = chunks.stream()
                .sorted(Comparator.comparingInt(Entry::index)
                        .thenComparingLong(Entry::firstNode)
                        .thenComparingLong(Entry::offset))
                .toList();
    }

    List<Entry> of(int index) {
        return chunks.stream().filter(chunk -> chunk.index() == index).toList();
    }

    /// Entries as text, between processes.
    static String text(List<Entry> entries) {
        return entries.stream()
                .map(entry -> LongStream.of(
                                entry.index,
                                entry.offset,
                                entry.bytes,
                                entry.firstNode,
                                entry.endNode,
                                entry.count,
                                entry.checksum)
                        .mapToObj(value -> Long.toString(value, Character.MAX_RADIX))
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    /// The reverse of [#text].
    static List<Entry> ofText(String text) {
        return text.lines()
                .map(line -> Arrays.stream(line.split(" ", -1))
                        .mapToLong(word -> Long.parseLong(word, Character.MAX_RADIX))
                        .toArray())
                .map(words -> new Entry(
                        Math.toIntExact(words[0]), words[1], words[2], words[3], words[4], words[5], words[6]))
                .toList();
    }

    /// Directory and footer.
    ByteBuffer encoded(byte[] header, long offset) {
        int bytes = Math.multiplyExact(chunks.size(), ENTRY_LONGS * Long.BYTES);
        ByteBuffer target = ByteBuffer.allocate(bytes + FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (Entry chunk : chunks) {
            target.putLong(chunk.index()).putLong(chunk.offset()).putLong(chunk.bytes());
            target.putLong(chunk.firstNode()).putLong(chunk.endNode()).putLong(chunk.count());
            target.putLong(chunk.checksum());
        }
        CRC32C sum = new CRC32C();
        sum.update(header);
        sum.update(target.array(), 0, bytes);
        return target.putLong(offset)
                .putLong(bytes)
                .putLong(sum.getValue())
                .putLong(MAGIC)
                .flip();
    }

    /// @param header its bytes at the beginning of the file
    /// @throws IOException where the file is incomplete or damaged
    static Directory read(Path file, FileChannel channel, byte[] header) throws IOException {
        long size = channel.size();
        if (size < header.length + FOOTER_BYTES) {
            throw incomplete(file);
        }
        ByteBuffer footer = FileParts.read(file, channel, size - FOOTER_BYTES, FOOTER_BYTES);
        long offset = footer.getLong();
        long bytes = footer.getLong();
        long checksum = footer.getLong();
        if (footer.getLong() != MAGIC
                || offset < header.length
                || bytes != size - FOOTER_BYTES - offset
                || bytes > Integer.MAX_VALUE
                || bytes % (ENTRY_LONGS * Long.BYTES) != 0) {
            throw incomplete(file);
        }
        ByteBuffer source = FileParts.read(file, channel, offset, (int) bytes);
        CRC32C sum = new CRC32C();
        sum.update(header);
        sum.update(source.duplicate());
        if (sum.getValue() != checksum) {
            throw new IOException("checkpoint %s is damaged: the checksum of its header and directory does not match"
                    .formatted(file));
        }
        List<Entry> chunks = new ArrayList<>();
        while (source.hasRemaining()) {
            chunks.add(new Entry(
                    Math.toIntExact(source.getLong()),
                    source.getLong(),
                    source.getLong(),
                    source.getLong(),
                    source.getLong(),
                    source.getLong(),
                    source.getLong()));
        }
        return new Directory(chunks);
    }

    private static IOException incomplete(Path file) {
        return new IOException(
                "checkpoint %s is damaged or incomplete: it does not end with a directory".formatted(file));
    }
}
