package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/// Small surfaces for tests, whole and broken, and the STL files that hold them.
final class Meshes {
    record Triangle(Vec a, Vec b, Vec c) {
        Triangle turned() {
            return new Triangle(a, c, b);
        }

        Vec centre() {
            return a.plus(b).plus(c).times(1.0 / 3);
        }
    }

    private Meshes() {}

    static List<Triangle> icosphere(Vec centre, double radius, int times) {
        double g = (1 + Math.sqrt(5)) / 2;
        double[][] p = {
            {-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0}, {0, -1, g}, {0, 1, g},
            {0, -1, -g}, {0, 1, -g}, {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}
        };
        int[][] faces = {
            {0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6},
            {7, 1, 8}, {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10},
            {8, 6, 7}, {9, 8, 1}
        };
        List<Triangle> all = new ArrayList<>();
        for (int[] f : faces) {
            all.add(new Triangle(
                    Vec.of(p[f[0]]).unit(),
                    Vec.of(p[f[1]]).unit(),
                    Vec.of(p[f[2]]).unit()));
        }
        for (int i = 0; i < times; i++) {
            List<Triangle> finer = new ArrayList<>();
            for (Triangle t : all) {
                Vec ab = middle(t.a, t.b);
                Vec bc = middle(t.b, t.c);
                Vec ca = middle(t.c, t.a);
                finer.add(new Triangle(t.a, ab, ca));
                finer.add(new Triangle(ab, t.b, bc));
                finer.add(new Triangle(ca, bc, t.c));
                finer.add(new Triangle(ab, bc, ca));
            }
            all = finer;
        }
        return map(all, v -> centre.plus(v.times(radius)));
    }

    private static Vec middle(Vec a, Vec b) {
        // in one order, so that both triangles of an edge get the same point
        return a.x() < b.x() || a.x() == b.x() && a.y() < b.y()
                ? a.plus(b).unit()
                : b.plus(a).unit();
    }

    /// The wall of a tube without ends.
    static List<Triangle> tube(Vec from, Vec to, double radius, int around, int along) {
        Vec axis = to.minus(from).unit();
        Vec u = axis.anyNormal();
        Vec v = axis.cross(u);
        Vec[][] ring = new Vec[along + 1][around];
        for (int i = 0; i <= along; i++) {
            for (int j = 0; j < around; j++) {
                double angle = 2 * Math.PI * j / around;
                Vec across = u.times(Math.cos(angle)).plus(v.times(Math.sin(angle)));
                ring[i][j] = from.plus(to.minus(from).times((double) i / along)).plus(across.times(radius));
            }
        }
        List<Triangle> all = new ArrayList<>();
        for (int i = 0; i < along; i++) {
            for (int j = 0; j < around; j++) {
                int k = (j + 1) % around;
                all.add(new Triangle(ring[i][j], ring[i][k], ring[i + 1][k]));
                all.add(new Triangle(ring[i][j], ring[i + 1][k], ring[i + 1][j]));
            }
        }
        return all;
    }

    /// A ring around the z axis.
    static List<Triangle> torus(double large, double small) {
        int around = 48;
        int across = 24;
        Vec[][] p = new Vec[around][across];
        for (int i = 0; i < around; i++) {
            for (int j = 0; j < across; j++) {
                double a = 2 * Math.PI * (i + 0.37) / around;
                double b = 2 * Math.PI * j / across;
                double r = large + small * Math.cos(b);
                p[i][j] = new Vec(r * Math.cos(a), r * Math.sin(a), small * Math.sin(b));
            }
        }
        List<Triangle> all = new ArrayList<>();
        for (int i = 0; i < around; i++) {
            for (int j = 0; j < across; j++) {
                Vec[] next = p[(i + 1) % around];
                int k = (j + 1) % across;
                all.add(new Triangle(p[i][j], next[j], next[k]));
                all.add(new Triangle(p[i][j], next[k], p[i][k]));
            }
        }
        return all;
    }

    /// A fan over one end of such a tube: `normal` points out of it.
    static List<Triangle> lid(Vec centre, Vec normal, List<Triangle> tube) {
        List<Triangle> lid = new ArrayList<>();
        for (Triangle t : tube) {
            Vec[] c = {t.a, t.b, t.c};
            for (int k = 0; k < 3; k++) {
                Vec p = c[k];
                Vec q = c[(k + 1) % 3];
                boolean here = Math.abs(p.minus(centre).dot(normal)) < 1e-9
                        && Math.abs(q.minus(centre).dot(normal)) < 1e-9;
                if (here) {
                    lid.add(new Triangle(q, p, centre));
                }
            }
        }
        return lid;
    }

    static List<Triangle> box(Vec min, Vec max) {
        Vec[] p = new Vec[8];
        for (int i = 0; i < 8; i++) {
            p[i] = new Vec(
                    (i & 1) == 0 ? min.x() : max.x(),
                    (i & 2) == 0 ? min.y() : max.y(),
                    (i & 4) == 0 ? min.z() : max.z());
        }
        int[][] quads = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
        List<Triangle> all = new ArrayList<>();
        for (int[] q : quads) {
            all.add(new Triangle(p[q[0]], p[q[1]], p[q[2]]));
            all.add(new Triangle(p[q[0]], p[q[2]], p[q[3]]));
        }
        return all;
    }

    static List<Triangle> map(List<Triangle> triangles, UnaryOperator<Vec> f) {
        return triangles.stream()
                .map(t -> new Triangle(f.apply(t.a), f.apply(t.b), f.apply(t.c)))
                .toList();
    }

    @SafeVarargs
    static List<Triangle> join(List<Triangle>... parts) {
        List<Triangle> all = new ArrayList<>();
        for (List<Triangle> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    static byte[] binary(List<Triangle> triangles) {
        ByteBuffer buffer = ByteBuffer.allocate(84 + 50 * triangles.size()).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put("solid written by a program that does not know better".getBytes(StandardCharsets.US_ASCII));
        buffer.putInt(80, triangles.size()).position(84);
        for (Triangle t : triangles) {
            buffer.putFloat(0).putFloat(0).putFloat(0);
            for (Vec v : List.of(t.a, t.b, t.c)) {
                buffer.putFloat((float) v.x()).putFloat((float) v.y()).putFloat((float) v.z());
            }
            buffer.putShort((short) 0);
        }
        return buffer.array();
    }

    static String text(String solid, List<Triangle> triangles) {
        StringBuilder text = new StringBuilder("solid " + solid + "\n");
        for (Triangle t : triangles) {
            text.append("  facet normal 0 0 0\n    outer loop\n");
            for (Vec v : List.of(t.a, t.b, t.c)) {
                text.append(String.format(Locale.ROOT, "      vertex %.9e %.9e %.9e%n", v.x(), v.y(), v.z()));
            }
            text.append("    endloop\n  endfacet\n");
        }
        return text + "endsolid " + solid + "\n";
    }

    static byte[] zipped(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static Path write(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path write(Path folder, List<Triangle> triangles) {
        return write(folder, "mesh.stl", text("mesh", triangles).getBytes(StandardCharsets.US_ASCII));
    }
}
