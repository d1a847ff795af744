package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Box;

/// The triangles near each cube of nodes, so that a link is tested against few.
final class TriangleBins {
    private static final double REACH = 1.01; // a link's length along an axis, and a little

    private final Box box;
    private final int size; // nodes along a cube's edge
    private final int cubesX;
    private final int cubesY;
    private final int cubesZ;
    private final double[] points; // [3 * vertex + axis], in spacings
    private final int[] corners;
    private final float[] bounds; // [6 * triangle]
    private final int[] first; // [cube + 1]
    private final int[] triangles;

    TriangleBins(TriangleMesh mesh, NodeGrid grid) {
        this.box = grid.box();
        this.corners = mesh.corners();
        this.points = new double[mesh.points().length];
        for (int i = 0; i < points.length; i++) {
            points[i] = grid.inNodes(mesh.points()[i], i % 3);
        }
        this.bounds = bounds();
        this.size = cubeSize();
        this.cubesX = (box.nx() + size - 1) / size;
        this.cubesY = (box.ny() + size - 1) / size;
        this.cubesZ = (box.nz() + size - 1) / size;
        this.first = new int[Math.addExact(Math.multiplyExact(Math.multiplyExact(cubesX, cubesY), cubesZ), 1)];
        for (int t = 0; t < count(); t++) {
            visit(t, cube -> first[cube + 1]++);
        }
        for (int cube = 0; cube + 1 < first.length; cube++) {
            first[cube + 1] = Math.addExact(first[cube], first[cube + 1]);
        }
        this.triangles = new int[first[first.length - 1]];
        int[] fill = first.clone();
        for (int i = 0; i < count(); i++) {
            int t = i;
            visit(t, cube -> triangles[fill[cube]++] = t);
        }
    }

    private int count() {
        return corners.length / 3;
    }

    private float[] bounds() {
        float[] found = new float[6 * count()];
        for (int t = 0; t < count(); t++) {
            for (int axis = 0; axis < 3; axis++) {
                double a = points[3 * corners[3 * t] + axis];
                double b = points[3 * corners[3 * t + 1] + axis];
                double c = points[3 * corners[3 * t + 2] + axis];
                found[6 * t + axis] = Math.nextDown((float) Math.min(a, Math.min(b, c)));
                found[6 * t + 3 + axis] = Math.nextUp((float) Math.max(a, Math.max(b, c)));
            }
        }
        return found;
    }

    /// About the size of the triangles, so that a cube has a few, with a limit on the number of cubes.
    private int cubeSize() {
        double sum = 0;
        for (int t = 0; t < count(); t++) {
            sum += Math.max(
                    bounds[6 * t + 3] - bounds[6 * t],
                    Math.max(bounds[6 * t + 4] - bounds[6 * t + 1], bounds[6 * t + 5] - bounds[6 * t + 2]));
        }
        int wanted = (int) Math.clamp(sum / count(), 2, 8);
        while (box.size() / ((long) wanted * wanted * wanted) > 1 << 26) {
            wanted++;
        }
        return wanted;
    }

    private interface CubeVisitor {
        void visit(int cube);
    }

    private void visit(int t, CubeVisitor visitor) {
        int lowX = cube(bounds[6 * t] - REACH, cubesX);
        int lowY = cube(bounds[6 * t + 1] - REACH, cubesY);
        int lowZ = cube(bounds[6 * t + 2] - REACH, cubesZ);
        int highX = cube(bounds[6 * t + 3] + REACH, cubesX);
        int highY = cube(bounds[6 * t + 4] + REACH, cubesY);
        int highZ = cube(bounds[6 * t + 5] + REACH, cubesZ);
        boolean large = (long) (highX - lowX + 1) * (highY - lowY + 1) * (highZ - lowZ + 1) > 8;
        double[] plane = large ? plane(t) : null;
        for (int cz = lowZ; cz <= highZ; cz++) {
            for (int cy = lowY; cy <= highY; cy++) {
                for (int cx = lowX; cx <= highX; cx++) {
                    if (plane == null || nearPlane(plane, cx, cy, cz)) {
                        visitor.visit(cx + cubesX * (cy + cubesY * cz));
                    }
                }
            }
        }
    }

    private int cube(double position, int cubes) {
        return Math.clamp((long) Math.floor(position / size), 0, cubes - 1);
    }

    /// Unnormalised normal and offset.
    private double[] plane(int t) {
        int a = 3 * corners[3 * t];
        int b = 3 * corners[3 * t + 1];
        int c = 3 * corners[3 * t + 2];
        double ux = points[b] - points[a];
        double uy = points[b + 1] - points[a + 1];
        double uz = points[b + 2] - points[a + 2];
        double vx = points[c] - points[a];
        double vy = points[c + 1] - points[a + 1];
        double vz = points[c + 2] - points[a + 2];
        double nx = uy * vz - uz * vy;
        double ny = uz * vx - ux * vz;
        double nz = ux * vy - uy * vx;
        return new double[] {nx, ny, nz, nx * points[a] + ny * points[a + 1] + nz * points[a + 2]};
    }

    private boolean nearPlane(double[] plane, int cx, int cy, int cz) {
        double half = (size - 1) / 2.0 + REACH;
        double middle = plane[0] * (cx * size + (size - 1) / 2.0)
                + plane[1] * (cy * size + (size - 1) / 2.0)
                + plane[2] * (cz * size + (size - 1) / 2.0);
        double radius = half * (Math.abs(plane[0]) + Math.abs(plane[1]) + Math.abs(plane[2]));
        return Math.abs(middle - plane[3]) <= radius;
    }

    int cubeOf(int x, int y, int z) {
        return x / size + cubesX * (y / size + cubesY * (z / size));
    }

    int first(int cube) {
        return first[cube];
    }

    int triangle(int i) {
        return triangles[i];
    }

    /// Whether a triangle is within the length of a link from a node.
    boolean isNear(int t, int x, int y, int z) {
        int at = 6 * t;
        return bounds[at] <= x + REACH
                && bounds[at + 3] >= x - REACH
                && bounds[at + 1] <= y + REACH
                && bounds[at + 4] >= y - REACH
                && bounds[at + 2] <= z + REACH
                && bounds[at + 5] >= z - REACH;
    }

    double[] points() {
        return points;
    }

    int[] corners() {
        return corners;
    }
}
