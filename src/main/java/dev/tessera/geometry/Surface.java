package dev.tessera.geometry;

/// Something that cuts links: a wall, an opening, or a side of the box.
///
/// @param id the number that cut links carry, 0 … 127
/// @param name as the case calls it: `wall`, `inlet`, `x-min` …
public record Surface(int id, String name, Kind kind) {
    public enum Kind {
        WALL,
        OPENING
    }
}
