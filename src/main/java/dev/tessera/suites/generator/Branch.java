package dev.tessera.suites.generator;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;

/// A tube of changing radius along a smooth curve through some points (Catmull–Rom), continued straight
/// beyond its first and last point.
final class Branch implements Field {
    private static final int STEPS = 12; // between two points

    private final List<Vec> centres = new ArrayList<>();
    private final List<Double> radii = new ArrayList<>();
    private final Vec startTangent;
    private final Vec endTangent;
    private final double[] table; // [8 * segment]: start, vector, radius, its increase
    private final double[] balls; // [4 * group of STEPS segments]

    /// @param beyondStart length of the tube before its first point
    /// @param beyondEnd length of the tube after its last point
    Branch(List<Knot> knots, double beyondStart, double beyondEnd) {
        int last = knots.size() - 1;
        startTangent = knots.get(1).centre().minus(knots.get(0).centre()).unit();
        endTangent =
                knots.get(last).centre().minus(knots.get(last - 1).centre()).unit();
        if (beyondStart > 0) {
            add(
                    knots.getFirst().centre().minus(startTangent.times(beyondStart)),
                    knots.getFirst().radius());
        }
        for (int i = 0; i < last; i++) {
            for (int step = 0; step < STEPS; step++) {
                between(knots, i, step / (double) STEPS);
            }
        }
        add(knots.getLast().centre(), knots.getLast().radius());
        if (beyondEnd > 0) {
            add(
                    knots.getLast().centre().plus(endTangent.times(beyondEnd)),
                    knots.getLast().radius());
        }
        table = table();
        balls = balls();
    }

    /// A point of the curve.
    record Knot(Vec centre, double radius) {
        static Knot of(double x, double y, double z, double radius) {
            return new Knot(new Vec(x, y, z), radius);
        }
    }

    private void add(Vec centre, double radius) {
        centres.add(centre);
        radii.add(radius);
    }

    /// Between points `i` and `i + 1`. At the ends the curve follows the straight line to the neighbouring point.
    private void between(List<Knot> knots, int i, double t) {
        Vec a = knots.get(i).centre();
        Vec b = knots.get(i + 1).centre();
        Vec before = i > 0 ? knots.get(i - 1).centre() : a.times(2).minus(b);
        Vec after =
                i + 2 < knots.size() ? knots.get(i + 2).centre() : b.times(2).minus(a);
        double ra = knots.get(i).radius();
        double rb = knots.get(i + 1).radius();
        Vec slopeA = i > 0 ? b.minus(before).times(0.5) : b.minus(a);
        Vec slopeB = i + 2 < knots.size() ? after.minus(a).times(0.5) : b.minus(a);
        double t2 = t * t;
        double t3 = t2 * t;
        Vec centre = a.times(2 * t3 - 3 * t2 + 1)
                .plus(slopeA.times(t3 - 2 * t2 + t))
                .plus(b.times(-2 * t3 + 3 * t2))
                .plus(slopeB.times(t3 - t2));
        double smooth = t2 * (3 - 2 * t);
        add(centre, ra + smooth * (rb - ra));
    }

    private double[] table() {
        int segments = centres.size() - 1;
        double[] rows = new double[8 * segments];
        for (int i = 0; i < segments; i++) {
            Vec from = centres.get(i);
            Vec way = centres.get(i + 1).minus(from);
            for (int axis = 0; axis < 3; axis++) {
                rows[8 * i + axis] = from.along(axis);
                rows[8 * i + 3 + axis] = way.along(axis);
            }
            rows[8 * i + 6] = radii.get(i);
            rows[8 * i + 7] = radii.get(i + 1) - radii.get(i);
        }
        return rows;
    }

    /// For each group of segments a ball that contains their part of the tube: centre and radius.
    private double[] balls() {
        int segments = centres.size() - 1;
        double[] found = new double[4 * ((segments + STEPS - 1) / STEPS)];
        for (int group = 0; group < found.length / 4; group++) {
            int first = STEPS * group;
            int last = Math.min(first + STEPS, segments);
            Vec middle = centres.get(first).plus(centres.get(last)).times(0.5);
            double radius = 0;
            for (int i = first; i <= last; i++) {
                radius = Math.max(radius, centres.get(i).distance(middle) + radii.get(i));
            }
            found[4 * group] = middle.x();
            found[4 * group + 1] = middle.y();
            found[4 * group + 2] = middle.z();
            found[4 * group + 3] = radius;
        }
        return found;
    }

    /// Direction of the curve at its beginning.
    Vec startTangent() {
        return startTangent;
    }

    /// Direction of the curve at its end.
    Vec endTangent() {
        return endTangent;
    }

    @Override
    public double at(double x, double y, double z) {
        double least = Double.POSITIVE_INFINITY;
        for (int group = 0; group < balls.length / 4; group++) {
            double bx = x - balls[4 * group];
            double by = y - balls[4 * group + 1];
            double bz = z - balls[4 * group + 2];
            if (Math.sqrt(bx * bx + by * by + bz * bz) - balls[4 * group + 3] < least) {
                least = nearest(group, x, y, z, least);
            }
        }
        return least;
    }

    private double nearest(int group, double x, double y, double z, double before) {
        double least = before;
        for (int i = 8 * STEPS * group; i < Math.min(8 * STEPS * (group + 1), table.length); i += 8) {
            double px = x - table[i];
            double py = y - table[i + 1];
            double pz = z - table[i + 2];
            double wx = table[i + 3];
            double wy = table[i + 4];
            double wz = table[i + 5];
            double t = Math.clamp((px * wx + py * wy + pz * wz) / (wx * wx + wy * wy + wz * wz), 0.0, 1.0);
            double dx = px - t * wx;
            double dy = py - t * wy;
            double dz = pz - t * wz;
            least = Math.min(least, Math.sqrt(dx * dx + dy * dy + dz * dz) - (table[i + 6] + t * table[i + 7]));
        }
        return least;
    }
}
