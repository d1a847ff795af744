package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Connected edges at which a file's surface ends: those of an odd number of triangles.
///
/// @param centre metres, weighted by length
/// @param edges how many
record OpenLine(Vec centre, double lengthM, int edges) {
    /// The longest first.
    static List<OpenLine> of(MeshEdges edges) {
        TriangleMesh mesh = edges.mesh();
        int[] parent = new int[mesh.vertices()];
        Arrays.setAll(parent, v -> v);
        for (int e = 0; e < edges.count(); e++) {
            if (edges.degree(e) % 2 == 1) {
                parent[root(parent, edges.low(e))] = root(parent, edges.high(e));
            }
        }
        double[][] sums = new double[mesh.vertices()][]; // moments, length, count
        for (int e = 0; e < edges.count(); e++) {
            if (edges.degree(e) % 2 == 1) {
                int root = root(parent, edges.low(e));
                Vec a = mesh.point(edges.low(e));
                Vec b = mesh.point(edges.high(e));
                double length = a.distance(b);
                double[] sum = sums[root] == null ? new double[5] : sums[root];
                for (int axis = 0; axis < 3; axis++) {
                    sum[axis] += length * (a.along(axis) + b.along(axis)) / 2;
                }
                sum[3] += length;
                sum[4]++;
                sums[root] = sum;
            }
        }
        List<OpenLine> lines = new ArrayList<>();
        for (double[] sum : sums) {
            if (sum != null && sum[3] > 0) {
                Vec centre = new Vec(sum[0], sum[1], sum[2]).times(1 / sum[3]);
                lines.add(new OpenLine(centre, sum[3], (int) sum[4]));
            }
        }
        lines.sort(Comparator.comparingDouble(line -> -line.lengthM()));
        return lines;
    }

    private static int root(int[] parent, int i) {
        int at = i;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
