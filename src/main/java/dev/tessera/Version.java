package dev.tessera;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The version of this build, as the project's pom has it.
public final class Version {
    private static final String RESOURCE = "version.txt";

    private Version() {}

    /// For example `0.1.0-SNAPSHOT`.
    public static String text() {
        try (InputStream stream = Version.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException("the resource %s is missing from this build".formatted(RESOURCE));
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
