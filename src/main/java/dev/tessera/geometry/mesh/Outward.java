package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Decides which side of each body is outside: that away from its enclosed volume. A body completely inside another is
/// a solid in the fluid and oriented the other way.
final class Outward {
    private static final int SAMPLES = 7;

    private final TriangleMesh mesh;
    private final int[] bodyOf;
    private final int bodies;
    private final double[] volume;
    private final double[][] bounds;

    private Outward(Orienting.Oriented oriented, List<Loop> loops) {
        this.mesh = oriented.mesh();
        this.bodyOf = oriented.bodyOf();
        this.bodies = oriented.bodies();
        this.volume = new double[bodies];
        this.bounds = new double[bodies][];
        measure(loops);
    }

    /// @param mesh all triangles point out of the fluid
    /// @param inverted bodies whose triangles pointed inward
    /// @param nested bodies that are solids within another one
    /// @param flat bodies that enclose nothing
    record Result(TriangleMesh mesh, int inverted, List<Vec> nested, int flat) {}

    /// @param loops of the mesh, closed by fans for the volume
    static Result turn(Orienting.Oriented oriented, List<Loop> loops) {
        return new Outward(oriented, loops).run();
    }

    private void measure(List<Loop> loops) {
        int[] bodyOfVertex = new int[mesh.vertices()];
        Vec middle = mesh.point(mesh.corners()[0]);
        for (int t = 0; t < mesh.triangles(); t++) {
            int body = bodyOf[t];
            volume[body] += cone(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), middle);
            for (int k = 0; k < 3; k++) {
                bodyOfVertex[mesh.corners()[3 * t + k]] = body;
                grow(body, mesh.corner(t, k));
            }
        }
        for (Loop loop : loops) {
            int[] v = loop.vertices();
            for (int i = 0; i < v.length; i++) {
                Vec a = mesh.point(v[i]);
                Vec b = mesh.point(v[(i + 1) % v.length]);
                volume[bodyOfVertex[v[0]]] += cone(a, b, loop.centroid(), middle);
            }
        }
    }

    private static double cone(Vec a, Vec b, Vec c, Vec tip) {
        return a.minus(tip).dot(b.minus(tip).cross(c.minus(tip))) / 6;
    }

    private void grow(int body, Vec p) {
        if (bounds[body] == null) {
            bounds[body] = new double[] {p.x(), p.y(), p.z(), p.x(), p.y(), p.z()};
        }
        double[] b = bounds[body];
        for (int axis = 0; axis < 3; axis++) {
            b[axis] = Math.min(b[axis], p.along(axis));
            b[3 + axis] = Math.max(b[3 + axis], p.along(axis));
        }
    }

    private Result run() {
        boolean[] turn = new boolean[bodies];
        int inverted = 0;
        int flat = 0;
        List<Vec> nested = new ArrayList<>();
        for (int body = 0; body < bodies; body++) {
            boolean inward = volume[body] < 0;
            double size = span(bounds[body]);
            boolean inside = bodies > 1 && depth(body) % 2 == 1;
            flat += Math.abs(volume[body]) < 1e-9 * size * size * size ? 1 : 0;
            inverted += inward && !inside ? 1 : 0;
            if (inside) {
                nested.add(firstPoint(body));
            }
            turn[body] = inward ^ inside;
        }
        boolean[] turned = new boolean[mesh.triangles()];
        for (int t = 0; t < turned.length; t++) {
            turned[t] = turn[bodyOf[t]];
        }
        return new Result(Orienting.turn(mesh, turned), inverted, nested, flat);
    }

    private static double span(double[] b) {
        return new Vec(b[3] - b[0], b[4] - b[1], b[5] - b[2]).length();
    }

    private Vec firstPoint(int body) {
        int t = 0;
        while (bodyOf[t] != body) {
            t++;
        }
        return mesh.corner(t, 0);
    }

    /// Number of larger bodies that contain a body.
    private int depth(int body) {
        int depth = 0;
        for (int other = 0; other < bodies; other++) {
            if (other != body
                    && holds(bounds[other], bounds[body])
                    && Math.abs(volume[other]) > Math.abs(volume[body])) {
                depth += inside(body, other) ? 1 : 0;
            }
        }
        return depth;
    }

    private static boolean holds(double[] outer, double[] inner) {
        for (int axis = 0; axis < 3; axis++) {
            if (inner[axis] < outer[axis] || inner[3 + axis] > outer[3 + axis]) {
                return false;
            }
        }
        return true;
    }

    /// Whether most rays from points of a body cross the other an odd number of times.
    private boolean inside(int body, int other) {
        Random random = new Random(body * 31L + other);
        int[] own =
                IntStream.range(0, bodyOf.length).filter(t -> bodyOf[t] == body).toArray();
        int votes = 0;
        for (int i = 0; i < SAMPLES; i++) {
            Vec from = mesh.centre(own[random.nextInt(own.length)]);
            Vec ray = new Vec(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).unit();
            int crossings = 0;
            for (int t = 0; t < bodyOf.length; t++) {
                crossings += bodyOf[t] == other && crosses(from, ray, t) ? 1 : 0;
            }
            votes += crossings % 2;
        }
        return 2 * votes > SAMPLES;
    }

    private boolean crosses(Vec from, Vec ray, int t) {
        Vec a = mesh.corner(t, 0).minus(from);
        Vec b = mesh.corner(t, 1).minus(from);
        Vec c = mesh.corner(t, 2).minus(from);
        double u = ray.dot(a.cross(b));
        double v = ray.dot(b.cross(c));
        double w = ray.dot(c.cross(a));
        if (u < 0 == v < 0 && v < 0 == w < 0) {
            double det = u + v + w;
            Vec normal = b.minus(a).cross(c.minus(a));
            return det != 0 && a.dot(normal) / ray.dot(normal) > 0;
        }
        return false;
    }

    @Override
    public String toString() {
        return "%d bodies of %s m3".formatted(bodies, Arrays.toString(volume));
    }
}
