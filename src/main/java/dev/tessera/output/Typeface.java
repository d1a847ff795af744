package dev.tessera.output;

import java.awt.Font;
import java.awt.FontFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The letters of pictures: DejaVu Sans, which the program contains, so that pictures look the same on every machine
/// and
/// need no fonts there. Text with letters that it lacks is drawn with the machine's own fonts, and all text where there
/// is no folder for temporary files.
final class Typeface {
    private static final String FILE = "DejaVuSans.ttf";

    /// Where Java is told which fonts a machine has. Java does not look for fontconfig if it names a file.
    private static final String FONTS_OF_MACHINE = "sun.awt.fontconfig";

    /// The least that Java accepts in such a file.
    private static final String NO_FONTS = "version=1\nsequence.allfonts=default\n";

    private static final Logger LOG = LoggerFactory.getLogger(Typeface.class);

    private Typeface() {}

    /// Loaded at the first picture.
    private static final class Own {
        static final Font FONT = load();
    }

    /// @param style of [Font]
    /// @param size in points
    static Font of(int style, int size) {
        return Own.FONT.deriveFont(style, size);
    }

    /// For text that users write.
    static Font of(String text, int style, int size) {
        return Own.FONT.canDisplayUpTo(text) < 0 ? of(style, size) : new Font(Font.SANS_SERIF, style, size);
    }

    private static Font load() {
        try {
            return read();
        } catch (InternalError | LinkageError | RuntimeException noFontconfig) {
            LOG.debug("no fonts of this machine: {}", noFontconfig.toString());
            return withoutFontsOfMachine();
        }
    }

    /// Java gives up where the library fontconfig or all fonts are missing, even if it needs none of them.
    private static Font withoutFontsOfMachine() {
        try {
            Path none = Files.createTempFile("tessera-fonts", ".properties");
            try {
                Files.writeString(none, NO_FONTS);
                System.setProperty(FONTS_OF_MACHINE, none.toString());
                return read();
            } finally {
                Files.deleteIfExists(none);
            }
        } catch (IOException refused) {
            throw new IllegalStateException("the list of fonts cannot be written: " + refused.getMessage(), refused);
        }
    }

    private static Font read() {
        try (InputStream file = Objects.requireNonNull(Typeface.class.getResourceAsStream(FILE), FILE)) {
            return Font.createFont(Font.TRUETYPE_FONT, file);
        } catch (IOException noTemporaryFile) { // Java copies fonts to one
            LOG.debug("{} cannot be read: {}", FILE, noTemporaryFile.toString());
            return new Font(Font.SANS_SERIF, Font.PLAIN, 1);
        } catch (FontFormatException damaged) {
            throw new IllegalStateException(FILE + " cannot be read: " + damaged.getMessage(), damaged);
        }
    }
}
