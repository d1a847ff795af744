package dev.tessera.geometry.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Finds the lines along which a surface is open: edges with more triangles in one direction than in the other. Such
/// edges always form closed lines, also where three triangles meet; closing all of them closes the surface.
final class Loops {
    private final TriangleMesh mesh;
    private final int[] next; // [missing half-edge]: its end
    private final int[] start; // [vertex + 1] into `next`
    private final int[] used; // [vertex]
    private final int[] placeOf; // [vertex]: its position on the path, -1 where it is not on it

    private Loops(MeshEdges edges) {
        this.mesh = edges.mesh();
        this.start = new int[mesh.vertices() + 1];
        this.used = new int[mesh.vertices()];
        this.placeOf = new int[mesh.vertices()];
        Arrays.fill(placeOf, -1);
        for (int e = 0; e < edges.count(); e++) {
            int net = edges.net(e);
            start[(net > 0 ? edges.high(e) : edges.low(e)) + 1] += Math.abs(net);
        }
        for (int v = 0; v < mesh.vertices(); v++) {
            start[v + 1] += start[v];
        }
        this.next = new int[start[mesh.vertices()]];
        int[] fill = start.clone();
        for (int e = 0; e < edges.count(); e++) {
            int net = edges.net(e);
            for (int i = 0; i < Math.abs(net); i++) {
                int from = net > 0 ? edges.high(e) : edges.low(e);
                next[fill[from]++] = net > 0 ? edges.low(e) : edges.high(e);
            }
        }
    }

    /// All open lines, each with a vertex at most once, the largest first.
    static List<Loop> of(MeshEdges edges) {
        Loops loops = new Loops(edges);
        List<Loop> found = new ArrayList<>();
        for (int v = 0; v < loops.mesh.vertices(); v++) {
            while (loops.left(v) > 0) {
                loops.trace(v, found);
            }
        }
        found.sort(Comparator.comparingDouble((Loop loop) -> -loop.areaM2())
                .thenComparingDouble(loop -> -loop.perimeterM()));
        return found;
    }

    private int left(int vertex) {
        return start[vertex + 1] - start[vertex] - used[vertex];
    }

    /// Follows edges until it is back at `from`; where the path meets itself, the closed loop is split off.
    private void trace(int from, List<Loop> found) {
        int[] path = new int[16];
        int length = 0;
        int vertex = from;
        while (true) {
            int seen = placeOf[vertex];
            if (seen >= 0) {
                int[] loop = Arrays.copyOfRange(path, seen, length);
                for (int v : loop) {
                    placeOf[v] = -1;
                }
                length = seen;
                if (loop.length > 2) {
                    found.add(Loop.of(mesh, loop));
                }
                if (length == 0 && left(vertex) == 0) {
                    return;
                }
            }
            if (length == path.length) {
                path = Arrays.copyOf(path, 2 * length);
            }
            placeOf[vertex] = length;
            path[length++] = vertex;
            vertex = next[start[vertex] + used[vertex]++];
        }
    }
}
