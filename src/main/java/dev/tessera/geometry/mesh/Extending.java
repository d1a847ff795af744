package dev.tessera.geometry.mesh;

import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;

/// Adds a straight tube to a loop, along its normal.
final class Extending {
    private static final int MOST_RINGS = 200;

    private final MeshBuilder builder;
    private final Loop loop;
    private final Extension extension;
    private final double lengthM;

    private Extending(MeshBuilder builder, Loop loop, Extension extension) {
        this.builder = builder;
        this.loop = loop;
        this.extension = extension;
        this.lengthM = extension.lengthOf(loop.radiusM());
    }

    /// @param patch of the new wall
    /// @return the loop at the far end: flat, and a circle where requested
    static Loop extend(MeshBuilder builder, Loop loop, Extension extension, int patch) {
        Extending extending = new Extending(builder, loop, extension);
        return extending.lengthM > 0 ? extending.run(patch) : loop;
    }

    private Loop run(int patch) {
        int n = loop.vertices().length;
        double step = Math.max(loop.perimeterM() / n, lengthM / MOST_RINGS);
        int rings = Math.max(2, (int) Math.ceil(lengthM / step));
        int[] last = loop.vertices();
        for (int ring = 1; ring <= rings; ring++) {
            int[] next = new int[n];
            for (int i = 0; i < n; i++) {
                next[i] = builder.vertex(place(loop.vertices()[i], (double) ring / rings));
            }
            for (int i = 0; i < n; i++) {
                int j = (i + 1) % n;
                builder.triangle(last[i], last[j], next[j], patch);
                builder.triangle(last[i], next[j], next[i], patch);
            }
            last = next;
        }
        return Loop.of(builder.build(), last);
    }

    /// The position of a vertex's copy at a fraction of the length, 0 to 1.
    private Vec place(int vertex, double way) {
        Vec from = builder.point(vertex).minus(loop.centroid());
        double height = from.dot(loop.normal());
        Vec across = from.minus(loop.normal().times(height));
        if (extension.rounded()) {
            double blended = Math.min(1, way * lengthM / Math.min(lengthM, 2 * loop.radiusM()));
            double smooth = blended * blended * (3 - 2 * blended);
            double factor = 1 - smooth + smooth * loop.radiusM() / across.length();
            across = across.times(factor);
        }
        double along = height * (1 - way) + lengthM * way;
        return loop.centroid().plus(across).plus(loop.normal().times(along));
    }
}
