package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Finds flat ends: neighbouring triangles in one plane, with edges around them that are sharp on average. Overlapping
/// or inverted triangles within the plane also belong to the end; they are removed with it when it is cut open.
final class FlatEnds {
    private static final double IN_PLANE = 1e-4; // of the mesh's diagonal
    private static final double SMALLEST_RADIUS = 5e-3; // of the mesh's diagonal
    private static final double SHARP = 0.7; // largest mean |cosine| between the end and what surrounds it
    private static final double ALIKE = 0.9; // smallest |cosine| between triangles of an end, slivers excepted

    private final MeshEdges edges;
    private final TriangleMesh mesh;
    private final double inPlaneM;
    private final int[] groupOf; // [triangle]: 1 + seed
    private final double diagonal;

    private FlatEnds(MeshEdges edges) {
        this.edges = edges;
        this.mesh = edges.mesh();
        this.diagonal = mesh.diagonal();
        this.inPlaneM = IN_PLANE * diagonal;
        this.groupOf = new int[mesh.triangles()];
    }

    /// The largest first.
    static List<FlatEnd> of(MeshEdges edges) {
        FlatEnds search = new FlatEnds(edges);
        TriangleMesh mesh = edges.mesh();
        double[] area = new double[mesh.triangles()];
        double scale = 1 / (search.diagonal * search.diagonal);
        long[] order = new long[mesh.triangles()]; // area, then triangle: the bits of positive floats sort as they do
        for (int t = 0; t < order.length; t++) {
            area[t] = mesh.doubleArea(t).length() / 2;
            order[t] = (long) Float.floatToIntBits((float) (area[t] * scale)) << 32 | t;
        }
        Arrays.sort(order);
        List<FlatEnd> found = new ArrayList<>();
        int[] todo = new int[mesh.triangles()];
        for (int i = order.length - 1; i >= 0; i--) {
            int seed = (int) order[i];
            if (search.groupOf[seed] == 0 && area[seed] > 0) {
                int count = search.grow(seed, todo);
                double sum = 0;
                for (int k = 0; k < count; k++) {
                    sum += area[todo[k]];
                }
                if (Math.sqrt(sum / Math.PI) >= SMALLEST_RADIUS * search.diagonal) {
                    search.addEnd(Arrays.copyOf(todo, count), found);
                }
            }
        }
        found.sort(Comparator.comparingDouble((FlatEnd end) -> -end.outline().areaM2()));
        return found;
    }

    private int grow(int seed, int[] todo) {
        Vec normal = mesh.doubleArea(seed).unit();
        Vec origin = mesh.centre(seed);
        int count = 0;
        todo[count++] = seed;
        groupOf[seed] = seed + 1;
        for (int next = 0; next < count; next++) {
            for (int h = 3 * todo[next]; h < 3 * todo[next] + 3; h++) {
                int edge = edges.edgeOf(h);
                for (int i = 0; i < edges.degree(edge); i++) {
                    int t = edges.halfEdge(edge, i) / 3;
                    if (groupOf[t] == 0 && isIn(t, origin, normal)) {
                        groupOf[t] = seed + 1;
                        todo[count++] = t;
                    }
                }
            }
        }
        return count;
    }

    private boolean isIn(int t, Vec origin, Vec normal) {
        double longest = 0;
        for (int k = 0; k < 3; k++) {
            Vec corner = mesh.corner(t, k);
            if (Math.abs(corner.minus(origin).dot(normal)) > inPlaneM) {
                return false;
            }
            longest = Math.max(longest, corner.distance(mesh.corner(t, (k + 1) % 3)));
        }
        Vec area = mesh.doubleArea(t);
        boolean sliver = area.length() < 0.02 * longest * longest || longest < 10 * inPlaneM;
        return sliver || Math.abs(area.dot(normal)) > ALIKE * area.length();
    }

    private void addEnd(int[] triangles, List<FlatEnd> found) {
        int group = groupOf[triangles[0]];
        Vec normal = Vec.ZERO;
        for (int t : triangles) {
            normal = normal.plus(mesh.doubleArea(t));
        }
        if (!(normal.length() > 0)) {
            return;
        }
        normal = normal.unit();
        double length = 0;
        double alike = 0;
        for (int t : triangles) {
            for (int h = 3 * t; h < 3 * t + 3; h++) {
                int edge = edges.edgeOf(h);
                for (int i = 0; i < edges.degree(edge); i++) {
                    int other = edges.halfEdge(edge, i) / 3;
                    Vec area = mesh.doubleArea(other);
                    if (groupOf[other] != group && area.length() > 0) {
                        double edgeLength = mesh.point(mesh.from(h)).distance(mesh.point(mesh.to(h)));
                        length += edgeLength;
                        alike += edgeLength * Math.abs(area.unit().dot(normal));
                    }
                }
            }
        }
        if (length == 0 || alike > SHARP * length) {
            return;
        }
        TriangleMesh piece = piece(triangles);
        List<Loop> outlines = Loops.of(MeshEdges.of(piece));
        if (!outlines.isEmpty()) {
            found.add(new FlatEnd(triangles, outlines.getFirst(), normal));
        }
    }

    private TriangleMesh piece(int[] triangles) {
        int[] corners = new int[3 * triangles.length];
        for (int i = 0; i < triangles.length; i++) {
            System.arraycopy(mesh.corners(), 3 * triangles[i], corners, 3 * i, 3);
        }
        return new TriangleMesh(mesh.points(), corners, new int[triangles.length]);
    }
}
