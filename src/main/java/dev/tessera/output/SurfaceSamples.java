package dev.tessera.output;

import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/// The places of the surface that the pixels of a picture show, with the light there. They depend on the geometry
/// only: the pictures of a series share them. One ray per pixel, and [#RAYS] at edges. Memory: 33 bytes per ray
/// that meets the surface.
final class SurfaceSamples {
    /// Rays of a pixel at an edge: one in each of 9 columns and of 9 rows of the pixel.
    static final int RAYS = 9;

    private static final double[] ACROSS = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    private static final double SHADOW = 0.3; // of the light, where something is before the lamp
    private static final double ABOVE = 2.5; // the beginning of rays to the lamp, in spacings
    private static final double AMBIENT = 0.24; // shares of the light
    private static final double SKY = 0.28;
    private static final double LAMP = 0.54;
    private static final double OPPOSITE = 0.16;
    private static final double GLOSS = 0.10;
    private static final int SHARPNESS = 40; // of the gloss
    private static final double EDGE = 0.12; // difference of light between pixels

    private final SurfaceCamera camera;
    private final Vec lamp; // unit vector to it
    private final Vec opposite; // unit vector to a second lamp, which casts no shadows
    private final Vec halfway; // unit vector between the lamp and the viewer
    private final Row[] rows;

    /// The samples of one row of pixels.
    static final class Row {
        final int[] first; // [pixel + 1], into the arrays of samples
        final byte[] rays; // [pixel]
        int[] corners = new int[256]; // [4 sample + pair], see SurfaceRay.corner
        int[] part = new int[64]; // see SurfaceRay.part
        float[] light = new float[64]; // factor of the colour
        float[] gloss = new float[64]; // added to it
        float[] facing = new float[64]; // cosine between the normal and the direction to the viewer
        boolean[] onPlane = new boolean[64];
        float[] depth = new float[64]; // of a first pass

        Row(int width) {
            first = new int[width + 1];
            rays = new byte[width];
        }

        private void room(int sample) {
            if (sample == part.length) {
                int more = 2 * sample;
                corners = Arrays.copyOf(corners, 4 * more);
                part = Arrays.copyOf(part, more);
                light = Arrays.copyOf(light, more);
                gloss = Arrays.copyOf(gloss, more);
                facing = Arrays.copyOf(facing, more);
                onPlane = Arrays.copyOf(onPlane, more);
                depth = Arrays.copyOf(depth, more);
            }
        }

        private void copy(Row from, int sample, int to) {
            room(to);
            System.arraycopy(from.corners, 4 * sample, corners, 4 * to, 4);
            part[to] = from.part[sample];
            light[to] = from.light[sample];
            gloss[to] = from.gloss[sample];
            facing[to] = from.facing[sample];
            onPlane[to] = from.onPlane[sample];
        }

        int samples() {
            return first[first.length - 1];
        }

        private void trim() {
            int count = samples();
            corners = Arrays.copyOf(corners, 4 * count);
            part = Arrays.copyOf(part, count);
            light = Arrays.copyOf(light, count);
            gloss = Arrays.copyOf(gloss, count);
            facing = Arrays.copyOf(facing, count);
            onPlane = Arrays.copyOf(onPlane, count);
            depth = new float[0];
        }
    }

    private SurfaceSamples(SurfaceCamera camera) {
        this.camera = camera;
        this.lamp = camera.toViewer()
                .plus(camera.right().times(-0.55))
                .plus(camera.up().times(0.75))
                .unit();
        this.opposite = camera.toViewer()
                .plus(camera.right().times(0.9))
                .plus(camera.up().times(-0.4))
                .unit();
        this.halfway = lamp.plus(camera.toViewer()).unit();
        this.rows = new Row[camera.height()];
    }

    /// @param rays makes one for each parallel part
    static SurfaceSamples cast(SurfaceCamera camera, Supplier<SurfaceRay> rays, ForkJoinPool workers) {
        SurfaceSamples samples = new SurfaceSamples(camera);
        Row[] coarse = new Row[camera.height()];
        ParallelLoop.over(workers, coarse.length, row -> coarse[row] = samples.coarse(row, rays.get()));
        ParallelLoop.over(workers, coarse.length, row -> samples.rows[row] = samples.fine(row, coarse, rays.get()));
        return samples;
    }

    private Row coarse(int row, SurfaceRay ray) {
        Row found = new Row(camera.width());
        int count = 0;
        for (int i = 0; i < camera.width(); i++) {
            found.first[i] = count;
            found.rays[i] = 1;
            count += cast(i + 0.5, row + 0.5, ray, found, count);
        }
        found.first[camera.width()] = count;
        return found;
    }

    private Row fine(int row, Row[] coarse, SurfaceRay ray) {
        Row found = new Row(camera.width());
        int count = 0;
        for (int i = 0; i < camera.width(); i++) {
            found.first[i] = count;
            if (isEdge(coarse, i, row)) {
                found.rays[i] = RAYS;
                for (int r = 0; r < RAYS; r++) {
                    count += cast(i + (ACROSS[r] + 0.5) / RAYS, row + (r + 0.5) / RAYS, ray, found, count);
                }
            } else {
                found.rays[i] = 1;
                int its = coarse[row].first[i];
                if (coarse[row].first[i + 1] > its) {
                    found.copy(coarse[row], its, count++);
                }
            }
        }
        found.first[camera.width()] = count;
        found.trim();
        return found;
    }

    private boolean isEdge(Row[] coarse, int i, int row) {
        return differ(coarse, i, row, i - 1, row)
                || differ(coarse, i, row, i + 1, row)
                || differ(coarse, i, row, i, row - 1)
                || differ(coarse, i, row, i, row + 1);
    }

    private boolean differ(Row[] coarse, int i, int row, int otherI, int otherRow) {
        if (otherI < 0 || otherRow < 0 || otherI >= camera.width() || otherRow >= coarse.length) {
            return false;
        }
        Row one = coarse[row];
        Row other = coarse[otherRow];
        int a = one.first[i];
        int b = other.first[otherI];
        boolean hit = one.first[i + 1] > a;
        if (hit != other.first[otherI + 1] > b) {
            return true;
        }
        return hit
                && (one.onPlane[a] != other.onPlane[b]
                        || Math.abs(one.depth[a] - other.depth[b]) > 4 * camera.pixel() + 1
                        || Math.abs(one.light[a] - other.light[b]) > EDGE);
    }

    /// @return 1 where the ray meets the surface, else 0
    private int cast(double column, double row, SurfaceRay ray, Row to, int sample) {
        double far = camera.distance();
        Vec from = camera.centre()
                .plus(camera.right().times((column - 0.5 * camera.width()) * camera.pixel()))
                .plus(camera.up().times((0.5 * camera.height() - row) * camera.pixel()))
                .plus(camera.toViewer().times(far));
        if (!ray.meets(from, camera.toViewer().times(-1))) {
            return 0;
        }
        to.room(sample);
        for (int pair = 0; pair < 4; pair++) {
            to.corners[4 * sample + pair] = ray.corner(pair);
        }
        to.part[sample] = ray.part();
        to.onPlane[sample] = ray.isOnPlane();
        to.depth[sample] = (float) ray.distance();
        Vec normal = ray.normal();
        double facing = Math.max(0, normal.dot(camera.toViewer()));
        double lit = Math.max(0, normal.dot(lamp));
        double sky = 0.5 + 0.5 * normal.dot(camera.up());
        double gloss = lit > 0 ? Math.pow(Math.max(0, normal.dot(halfway)), SHARPNESS) : 0;
        if (lit > 0 && ray.meets(ray.place().plus(normal.times(ABOVE)), lamp)) {
            lit *= SHADOW;
            gloss = 0;
        }
        to.light[sample] = (float) (AMBIENT
                + SKY * sky * Math.max(0.3, facing)
                + LAMP * lit
                + OPPOSITE * Math.max(0, normal.dot(opposite)));
        to.gloss[sample] = (float) (GLOSS * gloss);
        to.facing[sample] = (float) facing;
        return 1;
    }

    SurfaceCamera camera() {
        return camera;
    }

    /// From the top of the picture to its bottom.
    Row row(int row) {
        return rows[row];
    }
}
