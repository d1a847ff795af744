package dev.tessera.output;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes pictures as PNG. The encoder buffers in memory: by default it needs a folder for temporary files, which a
/// machine may not have.
final class Png {
    private Png() {}

    static void write(Path file, BufferedImage image) throws IOException {
        WholeFile.write(file, out -> {
            try (var buffered = new MemoryCacheImageOutputStream(out)) {
                if (!ImageIO.write(image, "png", buffered)) {
                    throw new IOException("no PNG writer is in this JDK");
                }
            }
        });
    }
}
