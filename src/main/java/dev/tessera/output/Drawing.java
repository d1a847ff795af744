package dev.tessera.output;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Draws where the machine can draw. Servers often have no fonts or no font library; a run must not lose its
/// numbers to a picture, so what fails there is a warning.
final class Drawing {
    private static final Logger LOG = LoggerFactory.getLogger(Drawing.class);

    private Drawing() {}

    interface Work {
        void draw() throws IOException;
    }

    /// @param what the file, for the warning
    /// @return whether it was drawn
    static boolean ofOptional(String what, Work work) throws IOException {
        try {
            work.draw();
            return true;
        } catch (InternalError | LinkageError | RuntimeException problem) {
            if (problem instanceof RuntimeException && !comesFromFonts(problem)) {
                throw problem;
            }
            LOG.warn(
                    "{} was not drawn: this machine has no usable fonts ({}). Install fontconfig and a font, such as Debian's"
                            + " packages fontconfig and fonts-dejavu-core.",
                    what,
                    problem.toString());
            return false;
        }
    }

    static void writePng(Path file, BufferedImage image) throws IOException {
        WholeFile.write(file, out -> {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("no PNG writer is in this JDK");
            }
        });
    }

    /// A text, cut so that it is at most so many pixels wide.
    static String shortened(String text, Graphics2D g, int pixels) {
        if (text.length() <= pixels && g.getFontMetrics().stringWidth(text) <= pixels) {
            return text;
        }
        int fits = 0;
        int tooLong = Math.min(text.length(), pixels); // no letter is narrower than a pixel
        while (tooLong - fits > 1) {
            int length = (fits + tooLong) >>> 1;
            if (g.getFontMetrics().stringWidth(text.substring(0, length) + "…") <= pixels) {
                fits = length;
            } else {
                tooLong = length;
            }
        }
        return text.substring(0, fits).strip() + "…";
    }

    private static boolean comesFromFonts(Throwable problem) {
        for (StackTraceElement frame : problem.getStackTrace()) {
            if (frame.getClassName().startsWith("sun.font.")
                    || frame.getClassName().startsWith("sun.awt.Font")) {
                return true;
            }
        }
        return false;
    }
}
