package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;

/// Closes a loop with triangles.
final class Filling {
    private static final double SLIT = 0.3; // roundness below which a loop counts as a slit

    private Filling() {}

    /// A fan around the centre if the loop is round and star-shaped about it, else ear clipping.
    /// @return the width of the loop, m: its diameter, or the largest height
    ///        of the triangles in a slit
    static double close(MeshBuilder builder, Loop loop, int patch) {
        int[] v = loop.vertices();
        boolean slit = loop.roundness() < SLIT;
        if (v.length > 3 && !slit && isStar(builder, loop)) {
            int centre = builder.vertex(loop.centroid());
            for (int i = 0; i < v.length; i++) {
                builder.triangle(v[i], v[(i + 1) % v.length], centre, patch);
            }
            return 2 * loop.radiusM();
        }
        double gap = cutEars(builder, loop, patch, slit || loop.offPlaneM() > 0.3 * loop.radiusM());
        return slit ? gap : Math.max(gap, 2 * loop.radiusM());
    }

    private static boolean isStar(MeshBuilder builder, Loop loop) {
        int[] v = loop.vertices();
        for (int i = 0; i < v.length; i++) {
            Vec a = builder.point(v[i]).minus(loop.centroid());
            Vec b = builder.point(v[(i + 1) % v.length]).minus(loop.centroid());
            if (!(a.cross(b).dot(loop.normal()) > 0)) {
                return false;
            }
        }
        return true;
    }

    /// @param zip whether the shortest cut is always chosen, as suits slits that are not flat
    private static double cutEars(MeshBuilder builder, Loop loop, int patch, boolean zip) {
        int n = loop.vertices().length;
        int[] left = loop.vertices().clone();
        double[][] flat = new double[n][];
        Vec u = loop.normal().anyNormal();
        Vec w = loop.normal().cross(u);
        for (int i = 0; i < n; i++) {
            Vec p = builder.point(left[i]).minus(loop.centroid());
            flat[i] = new double[] {p.dot(u), p.dot(w), p.dot(loop.normal())};
        }
        double gap = 0;
        while (n >= 3) {
            int ear = n == 3 ? 1 : bestEar(flat, n, zip);
            int before = (ear + n - 1) % n;
            int after = (ear + 1) % n;
            builder.triangle(left[before], left[ear], left[after], patch);
            gap = Math.max(gap, height(builder, left[before], left[ear], left[after]));
            System.arraycopy(left, ear + 1, left, ear, n - ear - 1);
            System.arraycopy(flat, ear + 1, flat, ear, n - ear - 1);
            n--;
        }
        return gap;
    }

    /// The smallest height of a triangle.
    private static double height(MeshBuilder builder, int a, int b, int c) {
        Vec p = builder.point(a);
        Vec q = builder.point(b);
        Vec r = builder.point(c);
        double longest = Math.max(p.distance(q), Math.max(q.distance(r), r.distance(p)));
        return longest > 0 ? q.minus(p).cross(r.minus(p)).length() / longest : 0;
    }

    /// The convex corner with the shortest cut and no other vertex in its triangle; the shortest cut where there is
    /// none (loops that cross themselves) or `zip` is set.
    private static int bestEar(double[][] p, int n, boolean zip) {
        int best = -1;
        double shortest = Double.POSITIVE_INFINITY;
        int fallback = 0;
        double shortestAny = Double.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            double[] a = p[(i + n - 1) % n];
            double[] b = p[i];
            double[] c = p[(i + 1) % n];
            double cut = Math.hypot(Math.hypot(c[0] - a[0], c[1] - a[1]), c[2] - a[2]);
            if (cut < shortestAny) {
                shortestAny = cut;
                fallback = i;
            }
            if (!zip && cut < shortest && side(a, b, c) > 0 && isEmpty(p, n, i)) {
                shortest = cut;
                best = i;
            }
        }
        return best >= 0 ? best : fallback;
    }

    private static boolean isEmpty(double[][] p, int n, int ear) {
        double[] a = p[(ear + n - 1) % n];
        double[] b = p[ear];
        double[] c = p[(ear + 1) % n];
        for (int i = 0; i < n; i++) {
            double[] q = p[i];
            if (q != a && q != b && q != c && side(a, b, q) >= 0 && side(b, c, q) >= 0 && side(c, a, q) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static double side(double[] a, double[] b, double[] c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
}
