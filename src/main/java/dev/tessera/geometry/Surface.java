package dev.tessera.geometry;

/// Something that cuts links: a wall, an opening, a side of the box, or the end of the stored nodes.
///
/// @param id its number in cut links, 0 … 127
/// @param name in the case: `wall`, `inlet`, `x-min` …
public record Surface(int id, String name, Kind kind) {
    public enum Kind {
        WALL,
        OPENING,
        /// A side of the box in which the flow is mirrored. No wall: no stress acts on it.
        SYMMETRY,
        /// The end of the nodes that are stored: links of halo and envelope nodes to nodes that the map
        /// does not have. No wall: nothing is imposed there, and forces do not count it.
        OUTSIDE
    }
}
