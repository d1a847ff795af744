package dev.tessera.output.hdf5;

import java.util.Arrays;
import java.util.zip.Deflater;

/// How the chunks of a dataset are stored. Every HDF5 library reads these without a plug-in.
public enum Hdf5Filter {
    NONE,
    /// The first bytes of all values, then the second bytes and so on, compressed by zlib.
    SHUFFLED_ZLIB;

    static final int LEVEL = Deflater.BEST_SPEED;

    /// A chunk as it is stored.
    /// @param valueBytes bytes of one value
    byte[] applied(byte[] raw, int valueBytes) {
        return switch (this) {
            case NONE -> raw;
            case SHUFFLED_ZLIB -> deflated(valueBytes == 1 ? raw : shuffled(raw, valueBytes));
        };
    }

    private static byte[] shuffled(byte[] raw, int valueBytes) {
        byte[] shuffled = new byte[raw.length];
        int values = raw.length / valueBytes;
        for (int b = 0; b < valueBytes; b++) {
            for (int n = 0; n < values; n++) {
                shuffled[b * values + n] = raw[n * valueBytes + b];
            }
        }
        return shuffled;
    }

    private static byte[] deflated(byte[] raw) {
        try (Deflater deflater = new Deflater(LEVEL)) {
            deflater.setInput(raw);
            deflater.finish();
            byte[] buffer = new byte[raw.length + raw.length / 500 + 64];
            int size = 0;
            while (!deflater.finished()) {
                size += deflater.deflate(buffer, size, buffer.length - size);
            }
            return Arrays.copyOf(buffer, size);
        }
    }
}
