package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Closes cracks: vertices of open edges that are close to each other are merged, and a vertex close to an open edge is
/// inserted into it. "Close" is less than the tolerance, and less than 0.4 of the shortest open edge there, so that
/// only cracks vanish.
final class Stitching {
    private static final double OF_EDGE = 0.4;
    private static final int PASSES = 4;

    private final TriangleMesh mesh;
    private final MeshEdges edges;
    private final double toleranceM;
    private final double[] local; // [vertex]: shortest open edge, 0 where there is none
    private final int[] open; // open edges

    private Stitching(MeshEdges edges, double toleranceM) {
        this.mesh = edges.mesh();
        this.edges = edges;
        this.toleranceM = toleranceM;
        this.local = new double[mesh.vertices()];
        int count = 0;
        int[] found = new int[edges.count()];
        for (int e = 0; e < edges.count(); e++) {
            if (edges.degree(e) % 2 == 1) {
                found[count++] = e;
                double length = mesh.point(edges.low(e)).distance(mesh.point(edges.high(e)));
                shorten(edges.low(e), length);
                shorten(edges.high(e), length);
            }
        }
        this.open = Arrays.copyOf(found, count);
    }

    private void shorten(int vertex, double length) {
        local[vertex] = local[vertex] == 0 ? length : Math.min(local[vertex], length);
    }

    /// @param joined vertices that were joined, or put into edges
    /// @param widestM widest gap that was closed
    /// @param place of the first
    record Stitched(TriangleMesh mesh, int joined, double widestM, Vec place) {}

    static Stitched stitch(MeshEdges start, double toleranceM) {
        MeshEdges edges = start;
        Stitched all = new Stitched(edges.mesh(), 0, 0, Vec.ZERO);
        for (int pass = 0; pass < PASSES; pass++) {
            Stitched vertices = new Stitching(edges, toleranceM).joinVertices();
            edges = vertices.joined() == 0 ? edges : MeshEdges.of(vertices.mesh());
            Stitched splits = new Stitching(edges, toleranceM).splitEdges();
            int joined = vertices.joined() + splits.joined();
            if (joined == 0) {
                break;
            }
            edges = splits.joined() == 0 ? edges : MeshEdges.of(splits.mesh());
            Vec place = all.joined() > 0 ? all.place() : vertices.joined() > 0 ? vertices.place() : splits.place();
            double widest = Math.max(all.widestM(), Math.max(vertices.widestM(), splits.widestM()));
            all = new Stitched(splits.mesh(), all.joined() + joined, widest, place);
        }
        return all;
    }

    private double reach(int vertex) {
        return Math.min(toleranceM, OF_EDGE * local[vertex]);
    }

    private Stitched joinVertices() {
        PointGrid grid = new PointGrid(mesh, toleranceM);
        for (int v = 0; v < mesh.vertices(); v++) {
            if (local[v] > 0) {
                grid.add(v);
            }
        }
        int[] nearest = new int[mesh.vertices()];
        Arrays.fill(nearest, -1);
        for (int v = 0; v < mesh.vertices(); v++) {
            if (local[v] > 0) {
                int vertex = v;
                Vec here = mesh.point(v);
                double[] best = {reach(v)};
                grid.near(here, other -> {
                    double distance = here.distance(mesh.point(other));
                    boolean better = distance < best[0] || distance == best[0] && nearest[vertex] < 0;
                    if (other != vertex && better && distance <= reach(other)) {
                        best[0] = distance;
                        nearest[vertex] = other;
                    }
                });
            }
        }
        int joined = 0;
        double widest = 0;
        Vec place = Vec.ZERO;
        int[] corners = mesh.corners().clone();
        int[] becomes = new int[mesh.vertices()];
        Arrays.setAll(becomes, v -> v);
        for (int v = 0; v < mesh.vertices(); v++) {
            int other = nearest[v];
            if (other > v && nearest[other] == v) {
                becomes[other] = v;
                widest = Math.max(widest, mesh.point(v).distance(mesh.point(other)));
                place = joined++ == 0 ? mesh.point(v) : place;
            }
        }
        if (joined == 0) {
            return new Stitched(mesh, 0, 0, place);
        }
        for (int i = 0; i < corners.length; i++) {
            corners[i] = becomes[corners[i]];
        }
        return new Stitched(
                Welding.dropEmpty(new TriangleMesh(mesh.points(), corners, mesh.patches())), joined, widest, place);
    }

    /// A vertex to be put into a half-edge, `along` it from 0 to 1.
    private record Insertion(int halfEdge, double along, int vertex, double distance) {}

    private Stitched splitEdges() {
        PointGrid grid = new PointGrid(mesh, Math.max(toleranceM, longestOpen() / 8));
        for (int v = 0; v < mesh.vertices(); v++) {
            if (local[v] > 0) {
                grid.add(v);
            }
        }
        List<Insertion> insertions = new ArrayList<>();
        boolean[] busy = new boolean[mesh.triangles()];
        for (int e : open) {
            int h = edges.halfEdge(e, 0);
            if (!busy[h / 3] && edges.degree(e) == 1) {
                int before = insertions.size();
                findInsertions(h, grid, insertions);
                busy[h / 3] |= insertions.size() > before;
            }
        }
        if (insertions.isEmpty()) {
            return new Stitched(mesh, 0, 0, Vec.ZERO);
        }
        double widest = 0;
        for (Insertion insertion : insertions) {
            widest = Math.max(widest, insertion.distance());
        }
        Vec place = mesh.point(insertions.getFirst().vertex());
        return new Stitched(split(insertions), insertions.size(), widest, place);
    }

    private double longestOpen() {
        double longest = 0;
        for (int e : open) {
            longest = Math.max(longest, mesh.point(edges.low(e)).distance(mesh.point(edges.high(e))));
        }
        return longest;
    }

    private void findInsertions(int h, PointGrid grid, List<Insertion> insertions) {
        Vec a = mesh.point(mesh.from(h));
        Vec b = mesh.point(mesh.to(h));
        Vec ab = b.minus(a);
        double square = ab.dot(ab);
        int opposite = mesh.corners()[3 * (h / 3) + (h % 3 + 2) % 3];
        grid.along(a, b, v -> {
            if (v == mesh.from(h) || v == mesh.to(h) || v == opposite) {
                return;
            }
            double along = mesh.point(v).minus(a).dot(ab) / square;
            double distance = mesh.point(v).distance(a.plus(ab.times(along)));
            boolean inside = along > 0 && along < 1 && Math.min(along, 1 - along) * Math.sqrt(square) > distance;
            if (inside && distance <= reach(v)) {
                insertions.add(new Insertion(h, along, v, distance));
            }
        });
    }

    private TriangleMesh split(List<Insertion> insertions) {
        insertions.sort(Comparator.comparingInt(Insertion::halfEdge).thenComparingDouble(Insertion::along));
        boolean[] dropped = new boolean[mesh.triangles()];
        for (Insertion insertion : insertions) {
            dropped[insertion.halfEdge() / 3] = true;
        }
        MeshBuilder builder = new MeshBuilder(Welding.without(mesh, dropped));
        for (int i = 0; i < insertions.size(); ) {
            int h = insertions.get(i).halfEdge();
            int opposite = mesh.corners()[3 * (h / 3) + (h % 3 + 2) % 3];
            int last = mesh.from(h);
            for (; i < insertions.size() && insertions.get(i).halfEdge() == h; i++) {
                int vertex = insertions.get(i).vertex();
                if (vertex != last) {
                    builder.triangle(last, vertex, opposite, mesh.patches()[h / 3]);
                    last = vertex;
                }
            }
            builder.triangle(last, mesh.to(h), opposite, mesh.patches()[h / 3]);
        }
        return builder.build();
    }
}
