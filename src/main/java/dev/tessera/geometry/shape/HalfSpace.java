package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;

/// Everything on one side of a plane.
///
/// @param point any point of the plane
/// @param normal out of the half-space; made to length 1
public record HalfSpace(Vec point, Vec normal) implements Shape {
    public HalfSpace {
        normal = normal.asDirection();
    }

    @Override
    public Spans along(Line line, double growM) {
        double height = (line.px() - point.x()) * normal.x()
                + (line.py() - point.y()) * normal.y()
                + (line.pz() - point.z()) * normal.z()
                - growM;
        double slope = line.dx() * normal.x() + line.dy() * normal.y() + line.dz() * normal.z();
        if (slope == 0) {
            return height < 0 ? Spans.ALL : Spans.EMPTY;
        }
        double t = -height / slope;
        return slope > 0
                ? Spans.until(t, normal.x(), normal.y(), normal.z())
                : Spans.from(t, normal.x(), normal.y(), normal.z());
    }

    @Override
    public Bounds bounds() {
        double[] min = Bounds.ALL.min().toArray();
        double[] max = Bounds.ALL.max().toArray();
        for (int axis = 0; axis < 3; axis++) {
            if (normal.along(axis) == 1) {
                max[axis] = point.along(axis);
            } else if (normal.along(axis) == -1) {
                min[axis] = point.along(axis);
            }
        }
        return new Bounds(Vec.of(min), Vec.of(max));
    }
}
