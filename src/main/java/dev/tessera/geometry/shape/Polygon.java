package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A polygon of a 2D geometry, infinite along z. Its corners are in order around it, in either direction; it may be
/// concave but must not cross itself.
///
/// @param corners at least three; z is ignored
public record Polygon(List<Vec> corners) implements Shape {
    public Polygon {
        corners = List.copyOf(corners);
        if (corners.size() < 3) {
            throw new IllegalArgumentException("a polygon needs three corners, not %d".formatted(corners.size()));
        }
        if (area(corners) == 0) {
            throw new IllegalArgumentException("the polygon %s has no area".formatted(corners));
        }
    }

    private static double area(List<Vec> corners) {
        double twice = 0;
        for (int i = 0; i < corners.size(); i++) {
            Vec a = corners.get(i);
            Vec b = corners.get((i + 1) % corners.size());
            twice += a.x() * b.y() - a.y() * b.x();
        }
        return twice / 2;
    }

    @Override
    public Spans along(Line line, double growM) {
        double length = Math.hypot(line.dx(), line.dy());
        if (length == 0) {
            Spans row = along(new Line(line.px(), line.py(), 0, 1, 0, 0), growM);
            return row.contains(0) ? Spans.ALL : Spans.EMPTY;
        }
        double turn = Math.signum(area(corners));
        double[][] found = new double[corners.size()][];
        int n = 0;
        for (int i = 0; i < corners.size(); i++) {
            Vec a = corners.get(i);
            Vec b = corners.get((i + 1) % corners.size());
            double sideA = line.dx() * (a.y() - line.py()) - line.dy() * (a.x() - line.px());
            double sideB = line.dx() * (b.y() - line.py()) - line.dy() * (b.x() - line.px());
            if (sideA < 0 == sideB < 0) {
                continue;
            }
            double part = sideA / (sideA - sideB);
            double x = a.x() + part * (b.x() - a.x()) - line.px();
            double y = a.y() + part * (b.y() - a.y()) - line.py();
            double edge = Math.hypot(b.x() - a.x(), b.y() - a.y());
            double nx = turn * (b.y() - a.y()) / edge;
            double ny = turn * (a.x() - b.x()) / edge;
            double slope = nx * line.dx() + ny * line.dy();
            double t = (x * line.dx() + y * line.dy()) / (length * length) + growM / slope;
            found[n++] = new double[] {t, nx, ny};
        }
        return sorted(Arrays.copyOf(found, n));
    }

    private static Spans sorted(double[][] found) {
        Arrays.sort(found, (a, b) -> Double.compare(a[0], b[0]));
        double[] at = new double[found.length];
        double[] normals = new double[3 * found.length];
        for (int i = 0; i < found.length; i++) {
            at[i] = found[i][0];
            normals[3 * i] = found[i][1];
            normals[3 * i + 1] = found[i][2];
        }
        return Spans.of(at, normals);
    }

    @Override
    public Bounds bounds() {
        Bounds bounds = null;
        for (Vec corner : corners) {
            Bounds here = new Bounds(
                    new Vec(corner.x(), corner.y(), Double.NEGATIVE_INFINITY),
                    new Vec(corner.x(), corner.y(), Double.POSITIVE_INFINITY));
            bounds = bounds == null ? here : bounds.or(here);
        }
        return Objects.requireNonNull(bounds);
    }
}
