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

    /// Java copies a font to a temporary file, and names whatever goes wrong meanwhile an [IOException].
    private static Font load() {
        try {
            return read();
        } catch (IOException | InternalError | LinkageError | RuntimeException noFontconfig) {
            LOG.debug("no fonts of this machine: {}", noFontconfig.toString());
            return withoutFontsOfMachine();
        }
    }

    /// Java gives up where the library fontconfig or all fonts are missing, even if it needs none of them.
    private static Font withoutFontsOfMachine() {
        Path none;
        try {
            none = Files.writeString(Files.createTempFile("tessera-fonts", ".properties"), NO_FONTS);
        } catch (IOException noTemporaryFile) {
            LOG.debug("{} cannot be read: {}", FILE, noTemporaryFile.toString());
            return new Font(Font.SANS_SERIF, Font.PLAIN, 1);
        }
        try {
            System.setProperty(FONTS_OF_MACHINE, none.toString());
            return read();
        } catch (IOException unreadable) {
            throw new IllegalStateException(FILE + " cannot be read: " + unreadable.getMessage(), unreadable);
        } finally {
            none.toFile().delete();
        }
    }

    private static Font read() throws IOException {
        try (InputStream file = Objects.requireNonNull(Typeface.class.getResourceAsStream(FILE), FILE)) {
            return Font.createFont(Font.TRUETYPE_FONT, file);
        } catch (FontFormatException damaged) {
            throw new IllegalStateException(FILE + " cannot be read: " + damaged.getMessage(), damaged);
        }
    }
}
