package dev.tessera.output;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes pictures as PNG. The encoder buffers in memory, since its default needs a folder for temporary files, which
/// may be missing.
final class Png {
    private Png() {}

    static void write(Path file, BufferedImage image) throws IOException {
        AtomicFile.write(file, out -> {
            try (var buffered = new MemoryCacheImageOutputStream(out)) {
                if (!ImageIO.write(image, "png", buffered)) {
                    throw new IOException("this JDK has no PNG writer");
                }
            }
        });
    }
}
