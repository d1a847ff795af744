package dev.tessera.geometry.mesh;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Divides triangles at the middles of long edges. Both triangles of an edge get the same vertex, so that a closed
/// mesh stays closed.
final class LongEdges {
    private static final int NONE = -1;

    private final TriangleMesh mesh;
    private final double longestM;
    private final MeshBuilder builder;
    private final SequencedMap<Long, Integer> middles = new LinkedHashMap<>(); // vertex by the two of the edge

    private LongEdges(TriangleMesh mesh, double longestM) {
        this.mesh = mesh;
        this.longestM = longestM;
        this.builder = new MeshBuilder(new TriangleMesh(mesh.points(), new int[0], new int[0]));
    }

    /// Divides until no edge is longer. Vertices of the mesh keep their numbers.
    static TriangleMesh divide(TriangleMesh mesh, double longestM) {
        TriangleMesh divided = mesh;
        while (true) {
            LongEdges edges = new LongEdges(divided, longestM);
            TriangleMesh next = edges.once();
            if (edges.middles.isEmpty()) {
                return divided;
            }
            divided = next;
        }
    }

    private TriangleMesh once() {
        int[] corners = mesh.corners();
        for (int t = 0; t < mesh.triangles(); t++) {
            int a = corners[3 * t];
            int b = corners[3 * t + 1];
            int c = corners[3 * t + 2];
            divide(a, b, c, middle(a, b), middle(b, c), middle(c, a), mesh.patches()[t]);
        }
        return builder.build();
    }

    /// The new vertex of an edge, NONE where the edge is short enough.
    private int middle(int from, int to) {
        if (mesh.point(from).distance(mesh.point(to)) <= longestM) {
            return NONE;
        }
        long low = Math.min(from, to);
        long high = Math.max(from, to);
        return middles.computeIfAbsent(
                low << 32 | high,
                edge -> builder.vertex(
                        mesh.point((int) low).plus(mesh.point((int) high)).times(0.5)));
    }

    private void divide(int a, int b, int c, int ab, int bc, int ca, int patch) {
        int divided = (ab == NONE ? 0 : 1) + (bc == NONE ? 0 : 1) + (ca == NONE ? 0 : 1);
        if (divided == 0) {
            builder.triangle(a, b, c, patch);
        } else if (divided == 3) {
            builder.triangle(a, ab, ca, patch);
            builder.triangle(ab, b, bc, patch);
            builder.triangle(ca, bc, c, patch);
            builder.triangle(ab, bc, ca, patch);
        } else if (divided == 1 ? ab == NONE : ca != NONE) {
            divide(b, c, a, bc, ca, ab, patch);
        } else if (divided == 1) {
            builder.triangle(a, ab, c, patch);
            builder.triangle(ab, b, c, patch);
        } else {
            builder.triangle(ab, b, bc, patch);
            if (builder.point(a).distance(builder.point(bc)) < builder.point(ab).distance(builder.point(c))) {
                builder.triangle(a, ab, bc, patch);
                builder.triangle(a, bc, c, patch);
            } else {
                builder.triangle(ab, bc, c, patch);
                builder.triangle(a, ab, c, patch);
            }
        }
    }
}
