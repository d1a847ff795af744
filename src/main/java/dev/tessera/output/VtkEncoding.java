package dev.tessera.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.zip.Deflater;

/// Compressed appended data of VTK's XML formats: for each array a header of UInt64 (number of blocks, block size,
/// size of the last block, compressed size of each block), then the zlib blocks.
final class VtkEncoding {
    private static final int BLOCK = 1 << 20;

    private VtkEncoding() {}

    /// Fills `target` with bytes `from … from + target.remaining()` of an array, little endian.
    interface Source {
        void fill(long from, ByteBuffer target);
    }

    /// One array of the appended section.
    record Data(long bytes, Source source) {
        static Data ofFloats(long count, LongToDoubleFunction value) {
            return new Data(4 * count, (from, target) -> {
                for (long n = from / 4; target.hasRemaining(); n++) {
                    target.putFloat((float) value.applyAsDouble(n));
                }
            });
        }

        static Data ofBytes(long count, LongUnaryOperator value) {
            return new Data(count, (from, target) -> {
                for (long n = from; target.hasRemaining(); n++) {
                    target.put((byte) value.applyAsLong(n));
                }
            });
        }

        static Data ofLongs(long count, LongUnaryOperator value) {
            return new Data(8 * count, (from, target) -> {
                for (long n = from / 8; target.hasRemaining(); n++) {
                    target.putLong(value.applyAsLong(n));
                }
            });
        }
    }

    /// Writes one array.
    /// @return bytes written
    static long write(Data data, OutputStream out) throws IOException {
        int blocks = Math.toIntExact((data.bytes() + BLOCK - 1) / BLOCK);
        byte[][] compressed = new byte[blocks][];
        ByteBuffer raw = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer header = ByteBuffer.allocate(8 * (3 + blocks)).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(blocks).putLong(BLOCK).putLong(data.bytes() % BLOCK);
        long total = header.capacity();
        for (int b = 0; b < blocks; b++) {
            raw.clear().limit((int) Math.min(BLOCK, data.bytes() - (long) b * BLOCK));
            data.source().fill((long) b * BLOCK, raw);
            compressed[b] = deflate(raw.array(), raw.limit());
            header.putLong(compressed[b].length);
            total += compressed[b].length;
        }
        out.write(header.array());
        for (byte[] block : compressed) {
            out.write(block);
        }
        return total;
    }

    private static byte[] deflate(byte[] raw, int length) {
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(raw, 0, length);
            deflater.finish();
            byte[] buffer = new byte[length + length / 500 + 64];
            int size = 0;
            while (!deflater.finished()) {
                size += deflater.deflate(buffer, size, buffer.length - size);
            }
            return Arrays.copyOf(buffer, size);
        }
    }
}
