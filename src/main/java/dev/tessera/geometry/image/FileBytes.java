package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

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

    /// Skips bytes; returns their number, at most `count`.
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

    /// The file's first bytes, as stored; fewer than `count` where it is shorter.
    static byte[] head(Path file, int count) {
        length(file);
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    static GeometryException unreadable(Path file, IOException e) {
        String why = switch (e) {
            case NoSuchFileException _ -> ": there is no such file";
            case AccessDeniedException _ -> " cannot be read: its access rights do not allow it";
            case EOFException _ -> " is cut short: its data end early; copy or save it again";
            case ZipException _ -> " is cut short or damaged: %s; copy or save it again".formatted(e.getMessage());
            default ->
                " cannot be read: " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        };
        return new GeometryException(file + why, e);
    }
}
