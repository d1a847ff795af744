package dev.tessera.suites;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Published figures that come with Tessera, each file with its source.
public final class ReferenceTable {
    private ReferenceTable() {}

    /// Rows of a table, without comments and the header.
    /// @throws IllegalArgumentException if there is no such table
    public static List<String[]> rows(String name) {
        try (var stream = ReferenceTable.class.getResourceAsStream("/dev/tessera/suites/reference/" + name)) {
            if (stream == null) {
                throw new IllegalArgumentException("reference table %s is not in the jar".formatted(name));
            }
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
