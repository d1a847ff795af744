package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Surface;
import dev.tessera.geometry.SurfaceHits;
import java.util.Arrays;
import java.util.List;

/// Finds where a link leaves the fluid through the triangles. One instance per thread.
final class MeshHits implements SurfaceHits.Finder {
    private static final double BESIDE = 1e-9; // largest distance beside a triangle at which a link crosses it
    private static final double BEYOND = 1e-3; // largest distance before or after a link at which a surface counts
    private static final double NEAREST = 1e-4; // smallest distance that is returned

    private final TriangleBins bins;
    private final int[] patches;
    private final List<Surface> surfaces;
    private int[] near = new int[32];
    private int nearCount;
    private int nearX = Integer.MIN_VALUE;
    private int nearY;
    private int nearZ;
    private double[] at = new double[8]; // crossings of the link
    private int[] through = new int[8]; // triangle
    private boolean[] leaving = new boolean[8];
    private int count;

    MeshHits(TriangleBins bins, int[] patches, List<Surface> surfaces) {
        this.bins = bins;
        this.patches = patches;
        this.surfaces = surfaces;
    }

    @Override
    public void find(int x, int y, int z, int code, SurfaceHits.Hit hit) {
        gather(x, y, z);
        int dx = code % 3 - 1;
        int dy = code / 3 % 3 - 1;
        int dz = code / 9 - 1;
        count = 0;
        for (int i = 0; i < nearCount; i++) {
            cross(near[i], x, y, z, dx, dy, dz, BESIDE);
        }
        if (count == 0) {
            for (int i = 0; i < nearCount; i++) {
                cross(near[i], x, y, z, dx, dy, dz, 1e-3);
            }
        }
        int best = firstExit();
        if (best >= 0) {
            report(best, hit);
        }
    }

    private void gather(int x, int y, int z) {
        if (x == nearX && y == nearY && z == nearZ) {
            return;
        }
        nearX = x;
        nearY = y;
        nearZ = z;
        nearCount = 0;
        int cube = bins.cubeOf(x, y, z);
        for (int i = bins.first(cube); i < bins.first(cube + 1); i++) {
            int t = bins.triangle(i);
            if (bins.isNear(t, x, y, z)) {
                if (nearCount == near.length) {
                    near = Arrays.copyOf(near, 2 * nearCount);
                }
                near[nearCount++] = t;
            }
        }
    }

    /// Möller and Trumbore, J. Graphics Tools 2, 21 (1997).
    private void cross(int t, int x, int y, int z, int dx, int dy, int dz, double beside) {
        double[] p = bins.points();
        int[] c = bins.corners();
        int a = 3 * c[3 * t];
        int b = 3 * c[3 * t + 1];
        int d = 3 * c[3 * t + 2];
        double e1x = p[b] - p[a];
        double e1y = p[b + 1] - p[a + 1];
        double e1z = p[b + 2] - p[a + 2];
        double e2x = p[d] - p[a];
        double e2y = p[d + 1] - p[a + 1];
        double e2z = p[d + 2] - p[a + 2];
        double px = dy * e2z - dz * e2y;
        double py = dz * e2x - dx * e2z;
        double pz = dx * e2y - dy * e2x;
        double det = e1x * px + e1y * py + e1z * pz;
        if (det == 0) {
            return;
        }
        double sx = x - p[a];
        double sy = y - p[a + 1];
        double sz = z - p[a + 2];
        double u = (sx * px + sy * py + sz * pz) / det;
        if (!(u >= -beside && u <= 1 + beside)) {
            return;
        }
        double qx = sy * e1z - sz * e1y;
        double qy = sz * e1x - sx * e1z;
        double qz = sx * e1y - sy * e1x;
        double v = (dx * qx + dy * qy + dz * qz) / det;
        if (!(v >= -beside && u + v <= 1 + beside)) {
            return;
        }
        double along = (e2x * qx + e2y * qy + e2z * qz) / det;
        if (along >= -BEYOND && along <= 1 + BEYOND) {
            add(along, t, det < 0); // det = -direction · normal
        }
    }

    /// Keeps crossings in order; one that two neighbouring triangles share counts once.
    private void add(double along, int t, boolean leaves) {
        if (count == at.length) {
            at = Arrays.copyOf(at, 2 * count);
            through = Arrays.copyOf(through, 2 * count);
            leaving = Arrays.copyOf(leaving, 2 * count);
        }
        int i = count;
        while (i > 0 && at[i - 1] > along) {
            i--;
        }
        boolean same = i > 0 && along - at[i - 1] < 1e-8 && leaving[i - 1] == leaves
                || i < count && at[i] - along < 1e-8 && leaving[i] == leaves;
        if (same) {
            return;
        }
        System.arraycopy(at, i, at, i + 1, count - i);
        System.arraycopy(through, i, through, i + 1, count - i);
        System.arraycopy(leaving, i, leaving, i + 1, count - i);
        at[i] = along;
        through[i] = t;
        leaving[i] = leaves;
        count++;
    }

    /// The first crossing after which the winding number is 0, counted back from the
    /// link's end, which is outside.
    private int firstExit() {
        int after = 0;
        int best = -1;
        for (int i = count - 1; i >= 0; i--) {
            int before = after + (leaving[i] ? 1 : -1);
            if (before > 0 && after <= 0) {
                best = i;
            }
            after = before;
        }
        return best < 0 && count > 0 ? 0 : best;
    }

    private void report(int i, SurfaceHits.Hit hit) {
        double[] p = bins.points();
        int[] c = bins.corners();
        int t = through[i];
        int a = 3 * c[3 * t];
        int b = 3 * c[3 * t + 1];
        int d = 3 * c[3 * t + 2];
        double e1x = p[b] - p[a];
        double e1y = p[b + 1] - p[a + 1];
        double e1z = p[b + 2] - p[a + 2];
        double e2x = p[d] - p[a];
        double e2y = p[d + 1] - p[a + 1];
        double e2z = p[d + 2] - p[a + 2];
        double nx = e1z * e2y - e1y * e2z;
        double ny = e1x * e2z - e1z * e2x;
        double nz = e1y * e2x - e1x * e2y;
        double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        int surface = patches[t];
        boolean wall = surfaces.get(surface).kind() == Surface.Kind.WALL;
        hit.set(Math.clamp(at[i], NEAREST, 1), surface, wall, nx / length, ny / length, nz / length);
    }
}
