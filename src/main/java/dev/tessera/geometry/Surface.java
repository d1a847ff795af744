package dev.tessera.geometry;

/// Something that cuts links: a wall, an opening, or a side of the box.
///
/// @param id its number in cut links, 0 … 127
/// @param name in the case: `wall`, `inlet`, `x-min` …
public record Surface(int id, String name, Kind kind) {
    public enum Kind {
        WALL,
        OPENING
    }
}
