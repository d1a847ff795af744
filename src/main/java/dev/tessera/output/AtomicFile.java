package dev.tessera.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes files that appear complete or not at all: to a temporary file, then renamed. After a failure the older
/// file is unchanged.
final class AtomicFile {
    private AtomicFile() {}

    /// Writes the content of a file to a stream.
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Writes a file that does not exist.
    interface Writer {
        void write(Path file) throws IOException;
    }

    static void write(Path file, Content content) throws IOException {
        replace(file, beside -> {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16)) {
                content.writeTo(out);
            }
        });
    }

    /// @param writer of the temporary file
    static void replace(Path file, Writer writer) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".writing");
        try {
            writer.write(beside);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            FinishedFiles.toDisk(file);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
