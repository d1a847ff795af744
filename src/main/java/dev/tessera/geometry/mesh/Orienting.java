package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.Arrays;

/// Orients neighbouring triangles consistently. Which side is outside is decided later, by volume. Triangles that meet
/// smoothly at an edge of two triangles are first oriented consistently (sheets). Sheets are then oriented consistently
/// with each other, those with the longest and smoothest common edges first, so that folded or tangled places affect
/// nothing beyond themselves. Sheets that touch along any edge form one body.
final class Orienting {
    /// Cosine of the largest angle between the normals of two triangles of one sheet.
    private static final double SMOOTH = -0.5;

    private static final int MOST_AT_AN_EDGE = 16;

    private final MeshEdges edges;
    private final TriangleMesh mesh;
    private final int[] sheet; // [triangle]
    private final boolean[] turned; // [triangle]
    private int sheets;

    private Orienting(MeshEdges edges) {
        this.edges = edges;
        this.mesh = edges.mesh();
        this.sheet = new int[mesh.triangles()];
        this.turned = new boolean[mesh.triangles()];
    }

    /// @param mesh as consistently oriented as it can be
    /// @param bodies number of connected bodies
    /// @param bodyOf body of each triangle
    /// @param turned number of triangles that were oriented against most of their body
    record Oriented(TriangleMesh mesh, int bodies, int[] bodyOf, int turned) {}

    static Oriented orient(MeshEdges edges) {
        return new Orienting(edges).run();
    }

    private Oriented run() {
        double[] normals = unitNormals();
        spread(normals);
        SheetGraph graph = new SheetGraph(sheets);
        joinSheets(graph, normals);
        int[] dense = new int[sheets];
        Arrays.fill(dense, -1);
        int bodies = 0;
        int[] bodyOf = new int[mesh.triangles()];
        for (int t = 0; t < bodyOf.length; t++) {
            int root = graph.root(sheet[t]);
            if (dense[root] < 0) {
                dense[root] = bodies++;
            }
            bodyOf[t] = dense[root];
            turned[t] ^= graph.turned(sheet[t]);
        }
        int count = keepMajority(bodies, bodyOf);
        return new Oriented(turn(mesh, turned), bodies, bodyOf, count);
    }

    /// The mesh with the orientation of some triangles reversed; the same mesh where there are none.
    static TriangleMesh turn(TriangleMesh mesh, boolean[] turned) {
        boolean any = false;
        for (boolean one : turned) {
            any |= one;
        }
        if (!any) {
            return mesh;
        }
        int[] corners = mesh.corners().clone();
        for (int t = 0; t < turned.length; t++) {
            if (turned[t]) {
                int second = corners[3 * t + 1];
                corners[3 * t + 1] = corners[3 * t + 2];
                corners[3 * t + 2] = second;
            }
        }
        return new TriangleMesh(mesh.points(), corners, mesh.patches());
    }

    private void spread(double[] normals) {
        Arrays.fill(sheet, -1);
        int[] todo = new int[mesh.triangles()];
        for (int seed = 0; seed < sheet.length; seed++) {
            if (sheet[seed] >= 0) {
                continue;
            }
            int waiting = 0;
            todo[waiting++] = seed;
            sheet[seed] = sheets;
            while (waiting > 0) {
                int t = todo[--waiting];
                for (int h = 3 * t; h < 3 * t + 3; h++) {
                    int other = acrossManifold(h);
                    if (other < 0 || sheet[other / 3] >= 0) {
                        continue;
                    }
                    boolean turn = mesh.from(h) == mesh.from(other); // both pass the edge the same way
                    int neighbour = other / 3;
                    double smooth = dot(normals, t, neighbour);
                    if ((turn ? -smooth : smooth) > SMOOTH) {
                        sheet[neighbour] = sheets;
                        turned[neighbour] = turned[t] ^ turn;
                        todo[waiting++] = neighbour;
                    }
                }
            }
            sheets++;
        }
    }

    private double[] unitNormals() {
        double[] normals = new double[3 * mesh.triangles()];
        for (int t = 0; t < mesh.triangles(); t++) {
            Vec area = mesh.doubleArea(t);
            double length = area.length();
            double scale = length > 0 ? 1 / length : 0;
            normals[3 * t] = area.x() * scale;
            normals[3 * t + 1] = area.y() * scale;
            normals[3 * t + 2] = area.z() * scale;
        }
        return normals;
    }

    private static double dot(double[] normals, int a, int b) {
        return normals[3 * a] * normals[3 * b]
                + normals[3 * a + 1] * normals[3 * b + 1]
                + normals[3 * a + 2] * normals[3 * b + 2];
    }

    private int acrossManifold(int h) {
        int edge = edges.edgeOf(h);
        if (edges.degree(edge) != 2) {
            return -1;
        }
        int first = edges.halfEdge(edge, 0);
        return first == h ? edges.halfEdge(edge, 1) : first;
    }

    /// Weighs every edge between two sheets by its length and smoothness, for agreement or against it.
    private void joinSheets(SheetGraph graph, double[] normals) {
        if (sheets == 1) {
            return;
        }
        for (int e = 0; e < edges.count(); e++) {
            int degree = Math.min(edges.degree(e), MOST_AT_AN_EDGE);
            for (int i = 0; i < degree; i++) {
                for (int j = 0; j < i; j++) {
                    int a = edges.halfEdge(e, i);
                    int b = edges.halfEdge(e, j);
                    if (sheet[a / 3] == sheet[b / 3]) {
                        continue;
                    }
                    boolean alike = mesh.from(a) == mesh.from(b);
                    double smooth = dot(normals, a / 3, b / 3) * (alike ? -1 : 1);
                    double length = mesh.point(mesh.from(a)).distance(mesh.point(mesh.to(a)));
                    double weight = length * Math.max(0.01, 1 + smooth) / (degree == 2 ? 1 : 4);
                    boolean agree = !alike ^ turned[a / 3] ^ turned[b / 3];
                    graph.add(sheet[a / 3], sheet[b / 3], agree ? weight : -weight);
                }
            }
        }
        graph.join();
    }

    private int keepMajority(int bodies, int[] bodyOf) {
        int[] size = new int[bodies];
        int[] flips = new int[bodies];
        for (int t = 0; t < bodyOf.length; t++) {
            size[bodyOf[t]]++;
            flips[bodyOf[t]] += turned[t] ? 1 : 0;
        }
        int count = 0;
        for (int t = 0; t < bodyOf.length; t++) {
            turned[t] ^= 2 * flips[bodyOf[t]] > size[bodyOf[t]];
            count += turned[t] ? 1 : 0;
        }
        return count;
    }
}
