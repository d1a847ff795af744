package dev.tessera.suites.generator;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Meshes the zero surface of a field: one vertex in each cell of a grid that the surface passes through,
/// quadrilaterals across the grid's edges, cut along their shorter diagonal. Vertices are then smoothed and moved onto
/// the surface. A closed surface gives a closed mesh.
///
/// Source: S. Gibson, Constrained elastic surface nets, MICCAI 1998.
final class SurfaceNet {
    private static final int BLOCK = 4;
    private static final int ROUNDS = 4; // of smoothing
    private static final int[][] CORNERS = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}
    };

    private final Field field;
    private final Vec low;
    private final double cell;
    private final int[] counts = new int[3]; // grid points
    private final double[] values;
    private final int[] vertexOfCell;
    private final List<double[]> vertices = new ArrayList<>();
    private final List<int[]> triangles = new ArrayList<>();

    private SurfaceNet(Field field, Vec low, Vec high, double cell) {
        this.field = field;
        this.low = low;
        this.cell = cell;
        for (int axis = 0; axis < 3; axis++) {
            counts[axis] = (int) Math.ceil((high.along(axis) - low.along(axis)) / cell) + 1;
        }
        this.values = new double[counts[0] * counts[1] * counts[2]];
        this.vertexOfCell = new int[values.length];
        Arrays.fill(vertexOfCell, -1);
    }

    /// @param low lowest corner of the searched box; the surface must not touch the box
    /// @param cell edge of a grid cell
    static Triangles of(Field field, Vec low, Vec high, double cell) {
        SurfaceNet net = new SurfaceNet(field, low, high, cell);
        net.sample();
        net.placeVertices();
        net.joinFaces();
        net.evenOut();
        double[] points = new double[3 * net.vertices.size()];
        for (int v = 0; v < net.vertices.size(); v++) {
            System.arraycopy(net.vertices.get(v), 0, points, 3 * v, 3);
        }
        return new Triangles(
                points, net.triangles.stream().flatMapToInt(Arrays::stream).toArray());
    }

    private int index(int i, int j, int k) {
        return i + counts[0] * (j + counts[1] * k);
    }

    private double place(int axis, double i) {
        return low.along(axis) + cell * i;
    }

    /// Samples the field block by block: if the surface is farther from the centre of a block than its corners, all
    /// points of the block get the value of the centre.
    private void sample() {
        double far = 1.2 * Math.sqrt(3) * cell * BLOCK / 2;
        for (int k = 0; k < counts[2]; k += BLOCK) {
            for (int j = 0; j < counts[1]; j += BLOCK) {
                for (int i = 0; i < counts[0]; i += BLOCK) {
                    double half = (BLOCK - 1) / 2.0;
                    double middle = field.at(place(0, i + half), place(1, j + half), place(2, k + half));
                    sample(i, j, k, Math.abs(middle) > far ? middle : Double.NaN);
                }
            }
        }
    }

    private void sample(int fromI, int fromJ, int fromK, double known) {
        for (int k = fromK; k < Math.min(fromK + BLOCK, counts[2]); k++) {
            for (int j = fromJ; j < Math.min(fromJ + BLOCK, counts[1]); j++) {
                for (int i = fromI; i < Math.min(fromI + BLOCK, counts[0]); i++) {
                    values[index(i, j, k)] =
                            Double.isNaN(known) ? field.at(place(0, i), place(1, j), place(2, k)) : known;
                }
            }
        }
    }

    /// The mean of the surface's intersections with the edges of each cell.
    private void placeVertices() {
        for (int k = 0; k + 1 < counts[2]; k++) {
            for (int j = 0; j + 1 < counts[1]; j++) {
                for (int i = 0; i + 1 < counts[0]; i++) {
                    double[] sum = new double[4];
                    for (int a = 0; a < 8; a++) {
                        for (int axis = 0; axis < 3; axis++) {
                            if (CORNERS[a][axis] == 0) {
                                addCrossing(i, j, k, CORNERS[a], axis, sum);
                            }
                        }
                    }
                    if (sum[3] > 0) {
                        vertexOfCell[index(i, j, k)] = vertices.size();
                        vertices.add(new double[] {
                            place(0, i + sum[0] / sum[3]), place(1, j + sum[1] / sum[3]), place(2, k + sum[2] / sum[3])
                        });
                    }
                }
            }
        }
    }

    private void addCrossing(int i, int j, int k, int[] corner, int axis, double[] sum) {
        int from = index(i + corner[0], j + corner[1], k + corner[2]);
        double a = values[from];
        double b = values[from + stride(axis)];
        if (a < 0 == b < 0) {
            return;
        }
        for (int c = 0; c < 3; c++) {
            sum[c] += corner[c] + (c == axis ? a / (a - b) : 0);
        }
        sum[3]++;
    }

    private int stride(int axis) {
        return axis == 0 ? 1 : axis == 1 ? counts[0] : counts[0] * counts[1];
    }

    /// A face across each edge of the grid that the surface crosses.
    private void joinFaces() {
        for (int k = 1; k + 1 < counts[2]; k++) {
            for (int j = 1; j + 1 < counts[1]; j++) {
                for (int i = 1; i + 1 < counts[0]; i++) {
                    int at = index(i, j, k);
                    for (int axis = 0; axis < 3; axis++) {
                        boolean inside = values[at] < 0;
                        if (inside != values[at + stride(axis)] < 0) {
                            int u = stride((axis + 1) % 3);
                            int v = stride((axis + 2) % 3);
                            int[] around = {at - u - v, at - v, at, at - u};
                            face(around, inside);
                        }
                    }
                }
            }
        }
    }

    /// @param outward whether the face's cells run counter-clockwise seen from outside
    private void face(int[] cells, boolean outward) {
        int[] q = new int[4];
        for (int c = 0; c < 4; c++) {
            q[c] = vertexOfCell[cells[outward ? c : 3 - c]];
        }
        if (distance2(q[0], q[2]) <= distance2(q[1], q[3])) {
            triangles.add(new int[] {q[0], q[1], q[2]});
            triangles.add(new int[] {q[0], q[2], q[3]});
        } else {
            triangles.add(new int[] {q[1], q[2], q[3]});
            triangles.add(new int[] {q[1], q[3], q[0]});
        }
    }

    private double distance2(int a, int b) {
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            double d = vertices.get(a)[axis] - vertices.get(b)[axis];
            sum += d * d;
        }
        return sum;
    }

    private void evenOut() {
        for (double[] vertex : vertices) {
            moveOntoSurface(vertex);
        }
        for (int round = 0; round < ROUNDS; round++) {
            double[][] sums = new double[vertices.size()][4];
            for (int[] t : triangles) {
                for (int c = 0; c < 3; c++) {
                    double[] next = vertices.get(t[(c + 1) % 3]);
                    double[] sum = sums[t[c]];
                    for (int axis = 0; axis < 3; axis++) {
                        sum[axis] += next[axis];
                    }
                    sum[3]++;
                }
            }
            for (int v = 0; v < sums.length; v++) {
                double[] vertex = vertices.get(v);
                for (int axis = 0; axis < 3; axis++) {
                    vertex[axis] = 0.5 * (vertex[axis] + sums[v][axis] / sums[v][3]);
                }
                moveOntoSurface(vertex);
            }
        }
    }

    /// Newton's method along the field's gradient.
    private void moveOntoSurface(double[] p) {
        double h = 1e-4 * cell;
        for (int step = 0; step < 3; step++) {
            double f = field.at(p[0], p[1], p[2]);
            double gx = (field.at(p[0] + h, p[1], p[2]) - f) / h;
            double gy = (field.at(p[0], p[1] + h, p[2]) - f) / h;
            double gz = (field.at(p[0], p[1], p[2] + h) - f) / h;
            double scale = f / Math.max(gx * gx + gy * gy + gz * gz, 0.25);
            p[0] -= scale * gx;
            p[1] -= scale * gy;
            p[2] -= scale * gz;
        }
    }
}
