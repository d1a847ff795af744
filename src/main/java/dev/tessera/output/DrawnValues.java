package dev.tessera.output;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What is needed to draw a picture again in another range, as a file: time, range of the series so far, and the values
/// of its [Panel]. Little endian, uncompressed: 32 bytes and 4 bytes for each value.
///
/// @param timeS of the picture
/// @param low value of the first colour when it was drawn
/// @param high value of the last colour when it was drawn
record DrawnValues(double timeS, double low, double high, float[] values) {
    private static final long KIND = 0x3176_6c61_7673_7374L; // "tssvalv1"
    private static final int HEAD_BYTES = 4 * Long.BYTES;

    static long bytes(int values) {
        return HEAD_BYTES + (long) Float.BYTES * values;
    }

    /// The file appears complete or not at all.
    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        AtomicFile.write(file, out -> {
            out.write(littleEndian(HEAD_BYTES)
                    .putLong(KIND)
                    .putDouble(timeS)
                    .putDouble(low)
                    .putDouble(high)
                    .array());
            byte[] bytes = new byte[1 << 16];
            ByteBuffer some = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (float value : values) {
                if (!some.hasRemaining()) {
                    out.write(bytes);
                    some.clear();
                }
                some.putFloat(value);
            }
            out.write(bytes, 0, some.position());
        });
    }

    /// Empty where the file is none of these, or damaged.
    static Optional<DrawnValues> read(Path file) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        try {
            if (data.getLong() != KIND) {
                return Optional.empty();
            }
            double timeS = data.getDouble();
            double low = data.getDouble();
            double high = data.getDouble();
            float[] values = new float[data.remaining() / Float.BYTES];
            data.asFloatBuffer().get(values);
            return Optional.of(new DrawnValues(timeS, low, high, values));
        } catch (BufferUnderflowException damaged) {
            return Optional.empty();
        }
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
