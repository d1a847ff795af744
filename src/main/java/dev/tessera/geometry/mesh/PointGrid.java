package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/// Vertices in cubes of one size, to find those near a place.
final class PointGrid {
    private final TriangleMesh mesh;
    private final double size;
    private final Map<Cell, int[]> cells = new LinkedHashMap<>(); // count, then vertices

    private record Cell(long x, long y, long z) {}

    PointGrid(TriangleMesh mesh, double size) {
        this.mesh = mesh;
        this.size = Math.max(size, Double.MIN_NORMAL);
    }

    private long cell(double position) {
        return (long) Math.floor(position / size);
    }

    void add(int vertex) {
        Vec p = mesh.point(vertex);
        Cell cell = new Cell(cell(p.x()), cell(p.y()), cell(p.z()));
        int[] held = cells.getOrDefault(cell, new int[4]);
        if (held.length == held[0] + 1) {
            held = Arrays.copyOf(held, 2 * held.length);
        }
        held[++held[0]] = vertex;
        cells.put(cell, held);
    }

    /// Calls `found` with all vertices within one cube size of a place, and some farther ones.
    void near(Vec place, IntConsumer found) {
        visit(place, place, found);
    }

    /// Calls `found` with all vertices within one cube size of a line from `a` to `b`, and some farther ones.
    void along(Vec a, Vec b, IntConsumer found) {
        visit(a, b, found);
    }

    private void visit(Vec a, Vec b, IntConsumer found) {
        for (long z = cell(Math.min(a.z(), b.z())) - 1; z <= cell(Math.max(a.z(), b.z())) + 1; z++) {
            for (long y = cell(Math.min(a.y(), b.y())) - 1; y <= cell(Math.max(a.y(), b.y())) + 1; y++) {
                for (long x = cell(Math.min(a.x(), b.x())) - 1; x <= cell(Math.max(a.x(), b.x())) + 1; x++) {
                    int[] held = cells.get(new Cell(x, y, z));
                    for (int i = 1; held != null && i <= held[0]; i++) {
                        found.accept(held[i]);
                    }
                }
            }
        }
    }
}
