package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;

/// The points `from + t · direction` for all t. The direction need not have length 1.
public record Line(double px, double py, double pz, double dx, double dy, double dz) {
    public Line {
        if (dx == 0 && dy == 0 && dz == 0) {
            throw new IllegalArgumentException("a line through (%s, %s, %s) without direction".formatted(px, py, pz));
        }
    }

    public static Line through(Vec point, Vec direction) {
        return new Line(point.x(), point.y(), point.z(), direction.x(), direction.y(), direction.z());
    }

    public double position(int axis) {
        return axis == 0 ? px : axis == 1 ? py : pz;
    }

    public double direction(int axis) {
        return axis == 0 ? dx : axis == 1 ? dy : dz;
    }

    public Line moved(double byX, double byY, double byZ) {
        return new Line(px + byX, py + byY, pz + byZ, dx, dy, dz);
    }
}
