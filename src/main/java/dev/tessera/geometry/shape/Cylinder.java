package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// A circular cylinder without ends, in any direction. [#between] makes one with flat ends; in 2D it is a disc.
///
/// @param through any point of the axis
/// @param direction of the axis; made to length 1
public record Cylinder(Vec through, Vec direction, double radiusM) implements Shape {
    public Cylinder {
        direction = direction.asDirection();
        if (!(radiusM > 0)) {
            throw new IllegalArgumentException(
                    "a cylinder of radius %s is empty".formatted(QuantityText.about(radiusM, QuantityKind.LENGTH)));
        }
    }

    /// A disc of a 2D geometry: a cylinder, infinite along z.
    public static Cylinder disc(double x, double y, double radiusM) {
        return new Cylinder(Vec.of(x, y), new Vec(0, 0, 1), radiusM);
    }

    /// A cylinder with flat ends at two points of its axis.
    public static Capped between(Vec from, Vec to, double radiusM) {
        return new Capped(from, to, radiusM);
    }

    /// A circular cylinder with flat ends.
    public static final class Capped implements Shape {
        private final Vec from;
        private final Vec to;
        private final double radiusM;
        private final Shape body;

        private Capped(Vec from, Vec to, double radiusM) {
            if (from.equals(to)) {
                throw new IllegalArgumentException(
                        "both ends of a cylinder are at %s; move one of them".formatted(from.inLengths()));
            }
            this.from = from;
            this.to = to;
            this.radiusM = radiusM;
            Vec along = to.minus(from);
            this.body = new Cylinder(from, along, radiusM)
                    .and(new HalfSpace(to, along).and(new HalfSpace(from, along.times(-1))));
        }

        public Vec from() {
            return from;
        }

        public Vec to() {
            return to;
        }

        public double radiusM() {
            return radiusM;
        }

        @Override
        public Spans along(Line line, double growM) {
            return body.along(line, growM);
        }

        @Override
        public Spans within(Line line, double growM, double from, double to) {
            return body.within(line, growM, from, to);
        }

        @Override
        public Bounds bounds() {
            return Bounds.around(from, radiusM).or(Bounds.around(to, radiusM));
        }
    }

    @Override
    public Spans along(Line line, double growM) {
        double radius = radiusM + growM;
        double rx = line.px() - through.x();
        double ry = line.py() - through.y();
        double rz = line.pz() - through.z();
        double r = rx * direction.x() + ry * direction.y() + rz * direction.z();
        double d = line.dx() * direction.x() + line.dy() * direction.y() + line.dz() * direction.z();
        rx -= r * direction.x();
        ry -= r * direction.y();
        rz -= r * direction.z();
        double dx = line.dx() - d * direction.x();
        double dy = line.dy() - d * direction.y();
        double dz = line.dz() - d * direction.z();
        double a = dx * dx + dy * dy + dz * dz;
        if (a <= 1e-28 * (line.dx() * line.dx() + line.dy() * line.dy() + line.dz() * line.dz())) {
            return rx * rx + ry * ry + rz * rz < radius * radius ? Spans.ALL : Spans.EMPTY;
        }
        double b = -(rx * dx + ry * dy + rz * dz) / a;
        rx += b * dx;
        ry += b * dy;
        rz += b * dz;
        double left = radius * radius - (rx * rx + ry * ry + rz * rz);
        if (!(left > 0)) {
            return Spans.EMPTY;
        }
        double half = Math.sqrt(left / a);
        return Spans.between(
                b - half,
                b + half,
                (rx - half * dx) / radius,
                (ry - half * dy) / radius,
                (rz - half * dz) / radius,
                (rx + half * dx) / radius,
                (ry + half * dy) / radius,
                (rz + half * dz) / radius);
    }

    @Override
    public Bounds bounds() {
        double[] min = new double[3];
        double[] max = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            boolean alongAxis = Math.abs(direction.along(axis)) == 1;
            boolean across = direction.along(axis) == 0;
            double reach = across ? radiusM : Double.POSITIVE_INFINITY;
            min[axis] = alongAxis ? Double.NEGATIVE_INFINITY : through.along(axis) - reach;
            max[axis] = alongAxis ? Double.POSITIVE_INFINITY : through.along(axis) + reach;
        }
        return new Bounds(Vec.of(min), Vec.of(max));
    }
}
