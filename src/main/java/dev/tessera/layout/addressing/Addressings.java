package dev.tessera.layout.addressing;

import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import java.util.List;
import java.util.stream.Collectors;

/// The catalogue of addressings, with their usual parameters.
public final class Addressings {
    private Addressings() {}

    /// All addressings, in the order in which they are listed to people.
    public static List<Addressing> all() {
        return List.of(
                new Dense(),
                new Tiles(),
                new CompactTiles(),
                new GhostTiles(),
                new ConnectivityMatrix(),
                new FluidIndex());
    }

    /// Those that make sense with a pattern.
    public static List<Addressing> fitting(StreamingPattern pattern) {
        return all().stream()
                .filter(addressing -> addressing.unfitFor(pattern) == null)
                .toList();
    }

    /// @param key as a case names it: `dense`, `tiles`, `compact-tiles`, `ghost-tiles`,
    ///        `connectivity-matrix`, `fluid-index`
    /// @throws IllegalArgumentException for a key that is not in the catalogue; lists the known ones
    public static Addressing byKey(String key) {
        for (Addressing addressing : all()) {
            if (addressing.key().equals(key)) {
                return addressing;
            }
        }
        throw new IllegalArgumentException("there is no addressing '%s'; the known ones are %s"
                .formatted(key, all().stream().map(Addressing::key).collect(Collectors.joining(", "))));
    }
}
