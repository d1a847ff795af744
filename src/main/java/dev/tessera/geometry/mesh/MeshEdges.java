package dev.tessera.geometry.mesh;

import java.util.Arrays;

/// The triangle sides that meet at each edge. A half-edge `h = 3 * triangle + side` runs from
/// corner `side` to the next.
final class MeshEdges {
    private final TriangleMesh mesh;
    private final int[] edgeOf; // [half-edge]
    private final int[] first; // [edge + 1]
    private final int[] halfEdges; // grouped by edge

    private MeshEdges(TriangleMesh mesh, int[] edgeOf, int[] first, int[] halfEdges) {
        this.mesh = mesh;
        this.edgeOf = edgeOf;
        this.first = first;
        this.halfEdges = halfEdges;
    }

    static MeshEdges of(TriangleMesh mesh) {
        int halves = mesh.corners().length;
        int[] start = new int[mesh.vertices() + 1]; // half-edges by their smaller vertex
        for (int h = 0; h < halves; h++) {
            start[Math.min(mesh.from(h), mesh.to(h)) + 1]++;
        }
        for (int v = 0; v < mesh.vertices(); v++) {
            start[v + 1] += start[v];
        }
        long[] sorted = new long[halves]; // larger vertex, then half-edge
        int[] fill = start.clone();
        for (int h = 0; h < halves; h++) {
            int low = Math.min(mesh.from(h), mesh.to(h));
            int high = Math.max(mesh.from(h), mesh.to(h));
            sorted[fill[low]++] = (long) high << 32 | h;
        }
        int[] edgeOf = new int[halves];
        int[] first = new int[halves + 1];
        int[] grouped = new int[halves];
        int edges = 0;
        for (int v = 0; v < mesh.vertices(); v++) {
            Arrays.sort(sorted, start[v], start[v + 1]);
            for (int i = start[v]; i < start[v + 1]; i++) {
                if (i == start[v] || sorted[i] >>> 32 != sorted[i - 1] >>> 32) {
                    first[edges++] = i;
                }
                grouped[i] = (int) sorted[i];
                edgeOf[grouped[i]] = edges - 1;
            }
        }
        first[edges] = halves;
        return new MeshEdges(mesh, edgeOf, Arrays.copyOf(first, edges + 1), grouped);
    }

    int count() {
        return first.length - 1;
    }

    int edgeOf(int halfEdge) {
        return edgeOf[halfEdge];
    }

    /// Number of triangles at an edge: 2 in a closed surface.
    int degree(int edge) {
        return first[edge + 1] - first[edge];
    }

    /// Half-edge `i` of an edge.
    int halfEdge(int edge, int i) {
        return halfEdges[first[edge] + i];
    }

    int low(int edge) {
        int h = halfEdges[first[edge]];
        return Math.min(mesh.from(h), mesh.to(h));
    }

    int high(int edge) {
        int h = halfEdges[first[edge]];
        return Math.max(mesh.from(h), mesh.to(h));
    }

    /// Number of triangles that pass the edge from its lower to its higher vertex, minus those in the other direction:
    /// 0 where the surface is closed and consistently oriented.
    int net(int edge) {
        int low = low(edge);
        int net = 0;
        for (int i = first[edge]; i < first[edge + 1]; i++) {
            net += mesh.from(halfEdges[i]) == low ? 1 : -1;
        }
        return net;
    }

    TriangleMesh mesh() {
        return mesh;
    }
}
