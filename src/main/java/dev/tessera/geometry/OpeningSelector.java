package dev.tessera.geometry;

/// Selects an open end of a geometry.
public sealed interface OpeningSelector {
    /// The end whose centre is nearest to a point, within two of its radii.
    record Near(Vec pointM) implements OpeningSelector {}

    /// The end with this number in the list that `tessera geometry` prints, 1 for the largest.
    record Numbered(int number) implements OpeningSelector {}

    /// The lowest or highest end along an axis (0, 1, 2).
    record Outermost(int axis, boolean highest) implements OpeningSelector {
        public Outermost {
            if (axis < 0 || axis > 2) {
                throw new IllegalArgumentException("axis %d; x, y, z are 0, 1, 2".formatted(axis));
            }
        }
    }

    /// The part of the file with this name (`solid NAME` in text STL files).
    record Part(String name) implements OpeningSelector {}

    /// The end that a plane makes by cutting off a rounded or closed end of a vessel.
    ///
    /// @param pointM on the plane and inside the vessel
    /// @param normal of the plane, out of the part that is kept; any length
    record Cut(Vec pointM, Vec normal) implements OpeningSelector {
        public Cut {
            if (!(normal.length() > 0)) {
                throw new IllegalArgumentException("a cut's normal %s has no direction".formatted(normal));
            }
        }
    }
}
