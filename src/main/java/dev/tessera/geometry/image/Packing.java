package dev.tessera.geometry.image;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/// How the bytes of voxels are stored in a file.
enum Packing {
    /// As they are.
    PLAIN,
    /// The whole file, with its header, is compressed with gzip.
    GZIP,
    /// The data after the header are compressed with zlib.
    ZLIB;

    private static final int BUFFER = 1 << 16;
    private static final long MOST_INFLATED = 1032; // bytes from one compressed byte

    /// By the ending `.gz`.
    static Packing of(Path file) {
        return FileBytes.isGzip(file) ? GZIP : PLAIN;
    }

    /// The first voxel's byte and what follows.
    /// @param headerBytes before it
    InputStream open(Path file, long headerBytes) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            InputStream found = switch (this) {
                case PLAIN, ZLIB -> new BufferedInputStream(in, BUFFER);
                case GZIP -> new GZIPInputStream(in, BUFFER);
            };
            if (FileBytes.skip(found, headerBytes) < headerBytes) {
                throw new EOFException();
            }
            return this == ZLIB ? new InflaterInputStream(found) : found;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// The largest number of bytes that a file of this size can contain.
    long most(long storedBytes) {
        return this == PLAIN ? storedBytes : storedBytes * MOST_INFLATED;
    }
}
