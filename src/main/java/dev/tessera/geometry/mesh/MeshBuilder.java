package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.Arrays;

/// A mesh that grows.
final class MeshBuilder {
    private double[] points;
    private int[] corners;
    private int[] patches;
    private int vertices;
    private int triangles;

    MeshBuilder(TriangleMesh start) {
        this.points = start.points().clone();
        this.corners = start.corners().clone();
        this.patches = start.patches().clone();
        this.vertices = start.vertices();
        this.triangles = start.triangles();
    }

    int vertex(Vec point) {
        if (points.length < 3 * (vertices + 1)) {
            points = Arrays.copyOf(points, Math.max(48, points.length * 3 / 2));
        }
        points[3 * vertices] = point.x();
        points[3 * vertices + 1] = point.y();
        points[3 * vertices + 2] = point.z();
        return vertices++;
    }

    void triangle(int a, int b, int c, int patch) {
        if (patches.length == triangles) {
            patches = Arrays.copyOf(patches, Math.max(16, triangles * 3 / 2));
            corners = Arrays.copyOf(corners, 3 * patches.length);
        }
        corners[3 * triangles] = a;
        corners[3 * triangles + 1] = b;
        corners[3 * triangles + 2] = c;
        patches[triangles++] = patch;
    }

    Vec point(int vertex) {
        return new Vec(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
    }

    TriangleMesh build() {
        return new TriangleMesh(
                Arrays.copyOf(points, 3 * vertices),
                Arrays.copyOf(corners, 3 * triangles),
                Arrays.copyOf(patches, triangles));
    }
}
