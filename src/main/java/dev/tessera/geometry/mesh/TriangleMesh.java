package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// Triangles with common corners, metres. The arrays are owned, and not to be changed.
///
/// @param points `[3 * vertex + axis]`
/// @param corners vertices, counter-clockwise seen from outside once oriented, `[3 * triangle + corner]`
/// @param patches the part of the surface that each triangle belongs to, `[triangle]`
public record TriangleMesh(double[] points, int[] corners, int[] patches) {
    public int triangles() {
        return patches.length;
    }

    public int vertices() {
        return points.length / 3;
    }

    public Vec point(int vertex) {
        return new Vec(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
    }

    Vec corner(int triangle, int corner) {
        return point(corners[3 * triangle + corner]);
    }

    /// Twice the area times the unit normal.
    public Vec doubleArea(int triangle) {
        Vec a = corner(triangle, 0);
        return corner(triangle, 1).minus(a).cross(corner(triangle, 2).minus(a));
    }

    Vec centre(int triangle) {
        return corner(triangle, 0)
                .plus(corner(triangle, 1))
                .plus(corner(triangle, 2))
                .times(1.0 / 3);
    }

    /// The vertex at which half-edge `h = 3 * triangle + side` starts.
    int from(int h) {
        return corners[h];
    }

    /// The vertex at which half-edge `h` ends.
    int to(int h) {
        return corners[h % 3 == 2 ? h - 2 : h + 1];
    }

    /// The triangles of some patches, with their vertices.
    public TriangleMesh ofPatches(IntPredicate wanted) {
        boolean[] dropped = new boolean[triangles()];
        for (int t = 0; t < dropped.length; t++) {
            dropped[t] = !wanted.test(patches[t]);
        }
        TriangleMesh kept = Welding.without(this, dropped);
        int[] numbers = new int[vertices()];
        Arrays.fill(numbers, -1);
        double[] used = new double[points.length];
        int count = 0;
        for (int i = 0; i < kept.corners.length; i++) {
            int vertex = kept.corners[i];
            if (numbers[vertex] < 0) {
                numbers[vertex] = count;
                System.arraycopy(points, 3 * vertex, used, 3 * count++, 3);
            }
            kept.corners[i] = numbers[vertex];
        }
        return new TriangleMesh(Arrays.copyOf(used, 3 * count), kept.corners, kept.patches);
    }

    /// The same surface, with triangles divided at the middles of their edges until no edge is longer.
    public TriangleMesh withEdgesUpTo(double longestM) {
        return LongEdges.divide(this, longestM);
    }

    /// Unit normals at the vertices, `[3 * vertex + axis]`: those of the triangles around, weighted by area; 0 where
    /// they cancel.
    public double[] vertexNormals() {
        double[] normals = new double[points.length];
        for (int t = 0; t < triangles(); t++) {
            double[] area = doubleArea(t).toArray();
            for (int corner = 3 * t; corner < 3 * t + 3; corner++) {
                for (int axis = 0; axis < 3; axis++) {
                    normals[3 * corners[corner] + axis] += area[axis];
                }
            }
        }
        for (int at = 0; at < normals.length; at += 3) {
            double length = Math.sqrt(
                    normals[at] * normals[at] + normals[at + 1] * normals[at + 1] + normals[at + 2] * normals[at + 2]);
            for (int axis = 0; axis < 3 && length > 0; axis++) {
                normals[at + axis] /= length;
            }
        }
        return normals;
    }

    /// Smallest (first three) and largest coordinates, `[6]`.
    double[] bounds() {
        double inf = Double.POSITIVE_INFINITY;
        double[] bounds = {inf, inf, inf, -inf, -inf, -inf};
        for (int vertex : corners) {
            for (int axis = 0; axis < 3; axis++) {
                bounds[axis] = Math.min(bounds[axis], points[3 * vertex + axis]);
                bounds[3 + axis] = Math.max(bounds[3 + axis], points[3 * vertex + axis]);
            }
        }
        return bounds;
    }

    /// Length of the diagonal of the box around the mesh.
    double diagonal() {
        double[] b = bounds();
        return new Vec(b[3] - b[0], b[4] - b[1], b[5] - b[2]).length();
    }

    /// Six times the volume between the triangles and a point is summed with sign: the enclosed volume of
    /// closed meshes.
    double volume() {
        Vec middle = point(corners[0]);
        double sum = 0;
        for (int t = 0; t < triangles(); t++) {
            Vec a = corner(t, 0).minus(middle);
            sum += a.dot(corner(t, 1).minus(middle).cross(corner(t, 2).minus(middle)));
        }
        return sum / 6;
    }
}
