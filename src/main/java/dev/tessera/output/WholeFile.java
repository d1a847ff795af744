package dev.tessera.output;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes files that appear whole or not at all: beside first, then moved. A failure leaves
/// the older file as it was.
final class WholeFile {
    private WholeFile() {}

    /// Puts a file's bytes into a stream.
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    static void write(Path file, Content content) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".writing");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside), 1 << 16)) {
                content.writeTo(out);
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
