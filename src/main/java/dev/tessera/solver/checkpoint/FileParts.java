package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Reads and writes parts of a file at their offsets, from any thread.
final class FileParts {
    private static final int LONGEST_HEADER = 1 << 22;

    private FileParts() {}

    /// Direct buffers that are used again: their memory is returned late, and only by the garbage collector.
    static final class Buffers {
        private final ConcurrentLinkedQueue<ByteBuffer> free = new ConcurrentLinkedQueue<>();

        /// An empty little endian buffer, limited to `bytes`.
        ByteBuffer take(long bytes) {
            ByteBuffer found = free.poll();
            ByteBuffer fits = found != null && found.capacity() >= bytes
                    ? found.clear()
                    : ByteBuffer.allocateDirect(Math.toIntExact(bytes));
            return fits.order(ByteOrder.LITTLE_ENDIAN).limit((int) bytes);
        }

        void give(ByteBuffer buffer) {
            free.add(buffer);
        }
    }

    static void write(FileChannel channel, ByteBuffer source, long offset) throws IOException {
        long at = offset;
        while (source.hasRemaining()) {
            at += channel.write(source, at);
        }
    }

    static ByteBuffer read(Path file, FileChannel channel, long offset, int bytes) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        read(file, channel, offset, target);
        return target;
    }

    /// Fills the buffer and flips it.
    static void read(Path file, FileChannel channel, long offset, ByteBuffer target) throws IOException {
        long at = offset;
        while (target.hasRemaining()) {
            int read = channel.read(target, at);
            if (read < 0) {
                throw new IOException("checkpoint %s is truncated".formatted(file));
            }
            at += read;
        }
        target.flip();
    }

    /// The text of a header up to its empty line, inclusive.
    /// @throws IOException where there is none
    static byte[] header(Path file, FileChannel channel) throws IOException {
        ByteBuffer head = read(file, channel, 0, (int) Math.min(channel.size(), LONGEST_HEADER));
        byte[] bytes = new byte[head.remaining()];
        head.get(bytes);
        for (int end = 1; end < bytes.length; end++) {
            if (bytes[end] == '\n' && bytes[end - 1] == '\n') {
                byte[] header = new byte[end + 1];
                System.arraycopy(bytes, 0, header, 0, header.length);
                return header;
            }
        }
        throw new IOException("%s is not a checkpoint of Tessera: it has no header".formatted(file));
    }

    static String text(byte[] header) {
        return new String(header, 0, header.length - 1, StandardCharsets.UTF_8);
    }
}
