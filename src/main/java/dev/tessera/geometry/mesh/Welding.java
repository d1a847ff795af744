package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Merges the corners of triangles that touch, and drops degenerate and duplicate triangles.
final class Welding {
    private Welding() {}

    /// Corners at exactly the same place become one vertex.
    /// @param unitM metres per unit of the file
    static TriangleMesh weld(TriangleSoup soup, double unitM) {
        int n = soup.corners().length / 3;
        int[] table = new int[Integer.highestOneBit(Math.max(4, n)) * 4];
        Arrays.fill(table, -1);
        double[] points = new double[Math.max(12, n)];
        int[] corners = new int[n];
        int vertices = 0;
        for (int c = 0; c < n; c++) {
            double x = soup.corners()[3 * c] + 0.0; // -0 becomes 0
            double y = soup.corners()[3 * c + 1] + 0.0;
            double z = soup.corners()[3 * c + 2] + 0.0;
            int slot = (int) (hash(x, y, z) & table.length - 1);
            int vertex = table[slot];
            while (vertex >= 0
                    && (points[3 * vertex] != x || points[3 * vertex + 1] != y || points[3 * vertex + 2] != z)) {
                slot = slot + 1 & table.length - 1;
                vertex = table[slot];
            }
            if (vertex < 0) {
                vertex = vertices++;
                table[slot] = vertex;
                if (points.length < 3 * vertices) {
                    points = Arrays.copyOf(points, points.length * 2);
                }
                points[3 * vertex] = x;
                points[3 * vertex + 1] = y;
                points[3 * vertex + 2] = z;
            }
            corners[c] = vertex;
        }
        points = Arrays.copyOf(points, 3 * vertices);
        for (int i = 0; i < points.length; i++) {
            points[i] *= unitM;
        }
        return new TriangleMesh(points, corners, soup.solidOf().clone());
    }

    private static long hash(double x, double y, double z) {
        long h = Double.doubleToLongBits(x) * 0x9E3779B97F4A7C15L;
        h = (h ^ h >>> 32 ^ Double.doubleToLongBits(y)) * 0xC2B2AE3D27D4EB4FL;
        h = (h ^ h >>> 29 ^ Double.doubleToLongBits(z)) * 0x165667B19E3779F9L;
        return h ^ h >>> 32;
    }

    /// @param mesh without degenerate and duplicate triangles
    /// @param findings dropped triangles
    record Cleaned(TriangleMesh mesh, List<String> findings) {}

    /// Drops degenerate and duplicated triangles. Two equal triangles with opposite orientation are a wall without
    /// thickness within the body: both are dropped.
    static Cleaned clean(TriangleMesh mesh, MeshPlaces places) {
        boolean[] dropped = new boolean[mesh.triangles()];
        int degenerate = 0;
        int place = -1;
        for (int t = 0; t < dropped.length; t++) {
            int a = mesh.corners()[3 * t];
            int b = mesh.corners()[3 * t + 1];
            int c = mesh.corners()[3 * t + 2];
            if (a == b || b == c || c == a) {
                dropped[t] = true;
                place = degenerate++ == 0 ? t : place;
            }
        }
        List<String> findings = new ArrayList<>();
        if (degenerate > 0) {
            findings.add("%,d triangle%s without area dropped, first at %s"
                    .formatted(degenerate, degenerate == 1 ? "" : "s", places.name(mesh.centre(place))));
        }
        dropDuplicates(mesh, dropped, places, findings);
        return new Cleaned(findings.isEmpty() ? mesh : without(mesh, dropped), findings);
    }

    private static void dropDuplicates(TriangleMesh mesh, boolean[] dropped, MeshPlaces places, List<String> findings) {
        int[] next = new int[mesh.triangles()]; // chains of triangles with the same smallest vertex
        int[] head = new int[mesh.vertices()];
        Arrays.fill(head, -1);
        int same = 0;
        int opposite = 0;
        Vec samePlace = Vec.ZERO;
        Vec oppositePlace = Vec.ZERO;
        for (int t = 0; t < dropped.length; t++) {
            if (dropped[t]) {
                continue;
            }
            int low = smallest(mesh, t);
            int other = head[low];
            while (other >= 0 && (dropped[other] || turn(mesh, t, other) == 0)) {
                other = next[other];
            }
            if (other < 0) {
                next[t] = head[low];
                head[low] = t;
                continue;
            }
            dropped[t] = true;
            if (turn(mesh, t, other) < 0) {
                dropped[other] = true;
                oppositePlace = opposite++ == 0 ? mesh.centre(t) : oppositePlace;
            } else {
                samePlace = same++ == 0 ? mesh.centre(t) : samePlace;
            }
        }
        if (same > 0) {
            findings.add("%,d triangle%s there twice; one of %s two was kept, first at %s"
                    .formatted(
                            same, same == 1 ? " was" : "s were", same == 1 ? "the" : "each", places.name(samePlace)));
        }
        if (opposite > 0) {
            findings.add(("%,d pair%s of triangles lay on each other and looked in opposite directions (a wall without"
                            + " thickness); both of %s pair were dropped, first at %s")
                    .formatted(
                            opposite,
                            opposite == 1 ? "" : "s",
                            opposite == 1 ? "the" : "each",
                            places.name(oppositePlace)));
        }
    }

    private static int smallest(TriangleMesh mesh, int t) {
        int[] c = mesh.corners();
        return Math.min(c[3 * t], Math.min(c[3 * t + 1], c[3 * t + 2]));
    }

    /// 1: the same corners in the same sense; -1: in the opposite sense; 0: other corners.
    private static int turn(TriangleMesh mesh, int t, int other) {
        int[] c = mesh.corners();
        for (int k = 0; k < 3; k++) {
            if (c[3 * t] == c[3 * other + k]) {
                int second = c[3 * other + (k + 1) % 3];
                int third = c[3 * other + (k + 2) % 3];
                if (c[3 * t + 1] == second && c[3 * t + 2] == third) {
                    return 1;
                }
                return c[3 * t + 1] == third && c[3 * t + 2] == second ? -1 : 0;
            }
        }
        return 0;
    }

    /// The mesh without triangles that have two corners at one place.
    static TriangleMesh dropEmpty(TriangleMesh mesh) {
        boolean[] dropped = new boolean[mesh.triangles()];
        int[] c = mesh.corners();
        for (int t = 0; t < dropped.length; t++) {
            dropped[t] = c[3 * t] == c[3 * t + 1] || c[3 * t + 1] == c[3 * t + 2] || c[3 * t + 2] == c[3 * t];
        }
        return without(mesh, dropped);
    }

    /// The mesh without some triangles.
    static TriangleMesh without(TriangleMesh mesh, boolean[] dropped) {
        int kept = 0;
        int[] corners = new int[mesh.corners().length];
        int[] patches = new int[mesh.triangles()];
        for (int t = 0; t < dropped.length; t++) {
            if (!dropped[t]) {
                System.arraycopy(mesh.corners(), 3 * t, corners, 3 * kept, 3);
                patches[kept++] = mesh.patches()[t];
            }
        }
        return new TriangleMesh(mesh.points(), Arrays.copyOf(corners, 3 * kept), Arrays.copyOf(patches, kept));
    }
}
