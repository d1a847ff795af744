package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;
import java.util.Arrays;

/// Adds spheres one after another until the requested fraction of the box is covered. Without a minimum distance of
/// centres every sphere is independent of the others (the Boolean model), and n per volume leave the porosity
/// exp(-n · volume); else places too near to another centre are drawn again.
///
/// The covered volume is counted on a mesh of points, 24 per diameter (fewer in very large boxes).
final class Overlapping {
    private static final int POINTS_PER_DIAMETER = 24;
    private static final double MOST_POINTS = 3e8;
    private static final int TRIES = 200_000;

    private final PackingBox box;
    private final int[] points = new int[3];
    private final long[] covered; // one bit for each point
    private long count; // of covered points

    private Overlapping(PackingBox box) {
        this.box = box;
        double perM = Math.min(POINTS_PER_DIAMETER / box.diameterM(), Math.cbrt(MOST_POINTS / box.volumeM3()));
        for (int axis = 0; axis < 3; axis++) {
            points[axis] = (int) Math.ceil(box.sizeM().along(axis) * perM);
        }
        int all = Math.multiplyExact(Math.multiplyExact(points[0], points[1]), points[2]);
        this.covered = new long[Math.ceilDiv(all, Long.SIZE)];
    }

    /// @param nearestM minimum distance of two centres
    /// @return centres `[3 * sphere + axis]`
    /// @throws GeometryException where no place is found any more
    static double[] fill(
            PackingBox box, double porosity, double nearestM, RandomNumbers random, GeometryListener.Doing doing) {
        Overlapping here = new Overlapping(box);
        double wanted = (1 - porosity) * here.allPoints();
        int most = (int) (64 + 16 * -Math.log(porosity) * box.volumeM3() / box.sphereM3());
        Neighbours neighbours = new Neighbours(box, Math.max(nearestM, box.diameterM() / 2), most);
        double[] centres = new double[3 * most];
        int count = 0;
        double before = 0;
        double now = 0;
        while (now < wanted) {
            doing.doing("placing spheres", now / wanted);
            if (count == most || !place(box, random, neighbours, centres, count, nearestM)) {
                throw new GeometryException(
                        ("no place is left for a sphere at porosity %.3f (%.3f was requested); let spheres overlap"
                                        + " freely or give a larger porosity")
                                .formatted(1 - now / here.allPoints(), porosity));
            }
            neighbours.add(centres, count);
            here.cover(centres, count++);
            before = now;
            now = here.count;
        }
        if (now - wanted > wanted - before) {
            count--;
        }
        return Arrays.copyOf(centres, 3 * count);
    }

    private static boolean place(
            PackingBox box, RandomNumbers random, Neighbours neighbours, double[] centres, int i, double nearestM) {
        double nearest2 = nearestM * nearestM;
        for (int tries = 0; tries < TRIES; tries++) {
            box.place(random, centres, i);
            if (nearest2 == 0
                    || neighbours.around(
                            centres[3 * i],
                            centres[3 * i + 1],
                            centres[3 * i + 2],
                            j -> box.distance2(centres, i, j) >= nearest2)) {
                return true;
            }
        }
        return false;
    }

    /// The fraction of the box that spheres leave free.
    static double porosity(PackingBox box, double[] centres) {
        Overlapping here = new Overlapping(box);
        for (int i = 0; i < centres.length / 3; i++) {
            here.cover(centres, i);
        }
        return 1 - here.count / here.allPoints();
    }

    private double allPoints() {
        return (double) points[0] * points[1] * points[2];
    }

    private void cover(double[] centres, int sphere) {
        double r2 = box.diameterM() * box.diameterM() / 4;
        double[] step = new double[3];
        int[] low = new int[3];
        int[] high = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            step[axis] = box.sizeM().along(axis) / points[axis];
            double at = centres[3 * sphere + axis] / step[axis] - 0.5;
            double reach = box.diameterM() / 2 / step[axis];
            low[axis] = first(axis, at - reach);
            high[axis] = last(axis, at + reach);
        }
        for (int k = low[2]; k <= high[2]; k++) {
            double z = (k + 0.5) * step[2] - centres[3 * sphere + 2];
            for (int j = low[1]; j <= high[1]; j++) {
                double y = (j + 0.5) * step[1] - centres[3 * sphere + 1];
                double left = r2 - y * y - z * z;
                if (left > 0) {
                    double half = Math.sqrt(left) / step[0];
                    double at = centres[3 * sphere] / step[0] - 0.5;
                    int row = points[0] * (Math.floorMod(j, points[1]) + points[1] * Math.floorMod(k, points[2]));
                    cover(row, first(0, at - half), last(0, at + half));
                }
            }
        }
    }

    private int first(int axis, double at) {
        int first = (int) Math.ceil(at);
        return box.isPeriodic(axis) ? first : Math.max(first, 0);
    }

    private int last(int axis, double at) {
        int last = (int) Math.floor(at);
        return box.isPeriodic(axis) ? last : Math.min(last, points[axis] - 1);
    }

    /// Covers points of a periodic row.
    private void cover(int row, int low, int high) {
        int nx = points[0];
        if (low > high) {
            return;
        }
        if (low < 0) {
            set(row + nx + low, row + nx);
        }
        if (high >= nx) {
            set(row, row + high - nx + 1);
        }
        int inLow = Math.max(low, 0);
        int inHigh = Math.min(high, nx - 1);
        if (inLow <= inHigh) {
            set(row + inLow, row + inHigh + 1);
        }
    }

    /// Covers points from … end - 1, and counts those that were free.
    private void set(int from, int end) {
        for (int at = from; at < end; ) {
            int word = at / Long.SIZE;
            int next = Math.min(end, (word + 1) * Long.SIZE);
            long bits = -1L >>> Long.SIZE - (next - at) << at;
            count += Long.bitCount(bits & ~covered[word]);
            covered[word] |= bits;
            at = next;
        }
    }
}
