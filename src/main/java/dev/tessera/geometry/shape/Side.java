package dev.tessera.geometry.shape;

/// One of the six sides of a box: a wall, an opening, or joined to the side across from it.
///
/// @param name of the surface in the case; sides may share one. Periodic sides have none
/// @param placement of the outermost nodes
public record Side(Kind kind, String name, Placement placement) {
    public enum Kind {
        WALL,
        OPENING,
        PERIODIC
    }

    public enum Placement {
        /// The side is half a spacing beyond the outermost nodes: for bounce-back and link-wise openings.
        HALF_WAY,
        /// The outermost nodes are on the side: for Zou–He openings and mixed walls. Cut
        /// links have distance 0 there.
        WET
    }

    public static Side wall(String name) {
        return new Side(Kind.WALL, name, Placement.HALF_WAY);
    }

    public static Side opening(String name) {
        return new Side(Kind.OPENING, name, Placement.HALF_WAY);
    }

    public static Side periodic() {
        return new Side(Kind.PERIODIC, "", Placement.HALF_WAY);
    }

    /// The same side with nodes on it.
    public Side wet() {
        if (kind == Kind.PERIODIC) {
            throw new IllegalArgumentException("a periodic side has no surface for nodes");
        }
        return new Side(kind, name, Placement.WET);
    }

    public boolean isPeriodic() {
        return kind == Kind.PERIODIC;
    }

    public boolean isWet() {
        return placement == Placement.WET;
    }
}
