package dev.tessera.output;

import dev.tessera.solver.OutputUnavailable;
import java.io.IOException;

/// Draws where the machine can draw. Servers often have no fonts or no font library: what fails there is told apart
/// from a mistake.
final class Drawing {
    private Drawing() {}

    interface Work {
        void draw() throws IOException;
    }

    /// @param what the file, for the message
    /// @throws OutputUnavailable where this machine has no usable fonts
    static void of(String what, Work work) throws IOException {
        try {
            work.draw();
        } catch (InternalError | LinkageError | RuntimeException problem) {
            if (problem instanceof RuntimeException && !comesFromFonts(problem)) {
                throw problem;
            }
            throw new OutputUnavailable(
                    "%s was not drawn: this machine has no usable fonts (%s). Install fontconfig and a font, such as Debian's packages fontconfig and fonts-dejavu-core."
                            .formatted(what, problem),
                    problem);
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
