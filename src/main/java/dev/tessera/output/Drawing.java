package dev.tessera.output;

import dev.tessera.solver.OutputUnavailable;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.io.IOException;

/// Runs drawing code, and distinguishes missing fonts from other errors: servers often have no fonts or no font
/// library.
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
            if (problem instanceof RuntimeException && !isFontProblem(problem)) {
                throw problem;
            }
            throw new OutputUnavailable(
                    "%s was not drawn: this machine has no usable fonts (%s). Install fontconfig and a font, such as Debian's packages fontconfig and fonts-dejavu-core."
                            .formatted(what, problem),
                    problem);
        }
    }

    /// A text, shortened to a maximum width in pixels.
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

    private static boolean isFontProblem(Throwable problem) {
        for (StackTraceElement frame : problem.getStackTrace()) {
            if (frame.getClassName().startsWith("sun.font.")
                    || frame.getClassName().startsWith("sun.awt.Font")) {
                return true;
            }
        }
        return false;
    }

    /// Draws lines and letters without steps, and letters at their exact distances.
    static void smooth(Graphics2D g) {
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    }
}
