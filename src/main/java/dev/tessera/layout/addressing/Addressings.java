package dev.tessera.layout.addressing;

import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of addressings, with default parameters.
public final class Addressings {
    private Addressings() {}

    /// All addressings, in display order.
    public static List<Addressing> all() {
        return List.of(
                new Dense(),
                new Tiles(),
                new CompactTiles(),
                new GhostTiles(),
                new ConnectivityMatrix(),
                new FluidIndex());
    }

    /// Addressings that can be combined with a pattern.
    public static List<Addressing> fitting(StreamingPattern pattern) {
        return all().stream()
                .filter(addressing -> addressing.unfitFor(pattern) == null)
                .toList();
    }

    /// @param key as in a case: `dense`, `tiles`, `compact-tiles`, `ghost-tiles`, `connectivity-matrix`, `fluid-index`
    /// @throws IllegalArgumentException for an unknown key; lists the known ones
    public static Addressing byKey(String key) {
        for (Addressing addressing : all()) {
            if (addressing.key().equals(key)) {
                return addressing;
            }
        }
        throw new IllegalArgumentException("unknown addressing '%s'; known are %s"
                .formatted(key, all().stream().map(Addressing::key).collect(Collectors.joining(", "))));
    }
}
