package dev.tessera.output;

import java.io.IOException;
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
