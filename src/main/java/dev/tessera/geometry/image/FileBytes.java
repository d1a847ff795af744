package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/// Files as bytes, with errors that name the file.
final class FileBytes {
    private static final int BUFFER = 1 << 16;

    private FileBytes() {}

    static String name(Path file) {
        Path last = file.getFileName();
        return last == null ? file.toString() : last.toString();
    }

    static boolean isGzip(Path file) {
        return name(file).toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    static long length(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new GeometryException("%s is a folder, not a file".formatted(file));
            }
            return Files.size(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /// The file's bytes, inflated where its name ends in `.gz`.
    static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return isGzip(file) ? new GZIPInputStream(in, BUFFER) : new BufferedInputStream(in, BUFFER);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// Reads on and forgets; returns how many bytes there were, `count` at most.
    static long skip(InputStream in, long count) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long left = count;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, BUFFER));
            if (read < 0) {
                break;
            }
            left -= read;
        }
        return count - left;
    }

    static GeometryException unreadable(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new GeometryException("%s: there is no such file".formatted(file), e);
        }
        return new GeometryException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
}
