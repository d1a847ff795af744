package dev.tessera.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.OptionalInt;

/// Messages that are kept instead of printed.
final class CapturedText {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /// A console whose messages come here; results are discarded.
    Console console() {
        return new Console(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                OptionalInt.empty(),
                System::nanoTime,
                InstantSource.system());
    }

    @Override
    public String toString() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
