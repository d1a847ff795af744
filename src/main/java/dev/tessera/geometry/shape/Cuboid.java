package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;

/// A box with faces along the axes. Where it is infinite along z it is a rectangle of a 2D geometry.
public record Cuboid(Vec min, Vec max) implements Shape {
    public Cuboid {
        for (int axis = 0; axis < 3; axis++) {
            if (!(min.along(axis) < max.along(axis))) {
                throw new IllegalArgumentException(
                        "a box from %s to %s is empty: from must be the lowest corner, to the highest"
                                .formatted(corner(min), corner(max)));
            }
        }
    }

    /// The corner of a rectangle without its infinite third component.
    private static String corner(Vec corner) {
        boolean flat = Double.isInfinite(corner.z());
        return flat
                ? new Vec(corner.x(), corner.y(), 0).inLengths().replaceFirst(", [^,]*\\)", ")")
                : corner.inLengths();
    }

    /// A rectangle of a 2D geometry: infinite along z.
    public static Cuboid rectangle(double minX, double minY, double maxX, double maxY) {
        return new Cuboid(new Vec(minX, minY, Double.NEGATIVE_INFINITY), new Vec(maxX, maxY, Double.POSITIVE_INFINITY));
    }

    @Override
    public Spans along(Line line, double growM) {
        double enter = Double.NEGATIVE_INFINITY;
        double leave = Double.POSITIVE_INFINITY;
        int enterAxis = 0;
        int leaveAxis = 0;
        for (int axis = 0; axis < 3; axis++) {
            double low = min.along(axis) - growM - line.position(axis);
            double high = max.along(axis) + growM - line.position(axis);
            double d = line.direction(axis);
            if (d == 0) {
                if (!(low < 0 && high > 0)) {
                    return Spans.EMPTY;
                }
                continue;
            }
            double in = (d > 0 ? low : high) / d;
            double out = (d > 0 ? high : low) / d;
            if (in > enter) {
                enter = in;
                enterAxis = axis;
            }
            if (out < leave) {
                leave = out;
                leaveAxis = axis;
            }
        }
        return spans(line, enter, enterAxis, leave, leaveAxis);
    }

    private static Spans spans(Line line, double enter, int enterAxis, double leave, int leaveAxis) {
        double[] normals = new double[6];
        normals[enterAxis] = -Math.signum(line.direction(enterAxis));
        normals[3 + leaveAxis] = Math.signum(line.direction(leaveAxis));
        if (Double.isInfinite(enter)) {
            return Double.isInfinite(leave) ? Spans.ALL : Spans.until(leave, normals[3], normals[4], normals[5]);
        }
        return Double.isInfinite(leave)
                ? Spans.from(enter, normals[0], normals[1], normals[2])
                : Spans.between(enter, leave, normals);
    }

    @Override
    public Bounds bounds() {
        return new Bounds(min, max);
    }
}
