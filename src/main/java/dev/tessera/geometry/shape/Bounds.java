package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;

/// A box with faces along the axes that holds a shape; infinite where the shape is.
public record Bounds(Vec min, Vec max) {
    private static final double INF = Double.POSITIVE_INFINITY;
    public static final Bounds ALL = new Bounds(new Vec(-INF, -INF, -INF), new Vec(INF, INF, INF));

    public static Bounds around(Vec centre, double radius) {
        Vec half = new Vec(radius, radius, radius);
        return new Bounds(centre.minus(half), centre.plus(half));
    }

    public Bounds or(Bounds other) {
        return new Bounds(
                new Vec(
                        Math.min(min.x(), other.min.x()),
                        Math.min(min.y(), other.min.y()),
                        Math.min(min.z(), other.min.z())),
                new Vec(
                        Math.max(max.x(), other.max.x()),
                        Math.max(max.y(), other.max.y()),
                        Math.max(max.z(), other.max.z())));
    }

    public Bounds and(Bounds other) {
        return new Bounds(
                new Vec(
                        Math.max(min.x(), other.min.x()),
                        Math.max(min.y(), other.min.y()),
                        Math.max(min.z(), other.min.z())),
                new Vec(
                        Math.min(max.x(), other.max.x()),
                        Math.min(max.y(), other.max.y()),
                        Math.min(max.z(), other.max.z())));
    }

    /// The same box, wider by `by` on every side.
    public Bounds grown(double by) {
        Vec half = new Vec(by, by, by);
        return new Bounds(min.minus(half), max.plus(half));
    }

    /// Whether the part of the line from `from` to `to` passes through the box.
    public boolean meets(Line line, double from, double to) {
        double enter = from;
        double leave = to;
        for (int axis = 0; axis < 3; axis++) {
            double d = line.direction(axis);
            double low = min.along(axis) - line.position(axis);
            double high = max.along(axis) - line.position(axis);
            if (d == 0) {
                if (low > 0 || high < 0) {
                    return false;
                }
            } else {
                enter = Math.max(enter, Math.min(low / d, high / d));
                leave = Math.min(leave, Math.max(low / d, high / d));
            }
        }
        return enter <= leave;
    }
}
