package dev.tessera.layout.pattern;

import dev.tessera.layout.StreamingPattern;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of streaming patterns.
public final class Patterns {
    private Patterns() {}

    /// All patterns, in display order.
    public static List<StreamingPattern> all() {
        return List.of(new TwoBufferPull(), new TwoBufferPush(), new AaPattern(), new EsotericPull());
    }

    /// @param key as in a case: `pull`, `push`, `aa`, `esoteric-pull`
    /// @throws IllegalArgumentException for an unknown key; lists the known ones
    public static StreamingPattern byKey(String key) {
        for (StreamingPattern pattern : all()) {
            if (pattern.key().equals(key)) {
                return pattern;
            }
        }
        throw new IllegalArgumentException("unknown streaming pattern '%s'; known are %s"
                .formatted(key, all().stream().map(StreamingPattern::key).collect(Collectors.joining(", "))));
    }
}
