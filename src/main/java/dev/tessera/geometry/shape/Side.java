package dev.tessera.geometry.shape;

/// One of the six sides of a box: a wall, an opening, a mirror of the flow, or joined to the side across from it.
///
/// @param name of the surface in the case; sides may share one. Periodic sides have none
/// @param placement of the outermost nodes
public record Side(Kind kind, String name, Placement placement) {
    public enum Kind {
        WALL,
        OPENING,
        /// The flow is mirrored in the side.
        SYMMETRY,
        PERIODIC
    }

    public enum Placement {
        /// The side is half a spacing beyond the outermost nodes: for bounce-back and link-wise openings.
        HALF_WAY,
        /// The outermost nodes are on the side: for Zou–He openings, mixed walls and symmetry. Cut
        /// links have distance 0 there.
        WET
    }

    public Side {
        if (kind == Kind.SYMMETRY && placement != Placement.WET) {
            throw new IllegalArgumentException(
                    "the nodes of side %s are half a spacing before it; a flow is mirrored on nodes".formatted(name));
        }
    }

    public static Side wall(String name) {
        return new Side(Kind.WALL, name, Placement.HALF_WAY);
    }

    public static Side opening(String name) {
        return new Side(Kind.OPENING, name, Placement.HALF_WAY);
    }

    /// With nodes on it.
    public static Side symmetry(String name) {
        return new Side(Kind.SYMMETRY, name, Placement.WET);
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
