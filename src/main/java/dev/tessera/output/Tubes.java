package dev.tessera.output;

import dev.tessera.geometry.Vec;
import java.util.Arrays;

/// Lines as round tubes of one thickness in the pixels of a picture: of each part of a pixel, the nearest tube with
/// its value and light.
final class Tubes {
    /// Parts of a pixel along each axis.
    static final int PARTS = 2;

    private static final float RADIUS = 1.7f; // pixels
    private static final float CAP = 1; // pixels by which round ends are farther, so that joints are not seen
    private static final float[] LAMP = {-0.45f, 0.62f, 0.643f}; // unit vector
    private static final float AMBIENT = 0.30f;
    private static final float LIT = 0.55f;
    private static final float FACING = 0.25f;
    private static final float GLOSS = 0.15f;

    private final float[] across; // [point], pixels from the left; NaN: a gap
    private final float[] down; // [point], pixels from the top
    private final float[] near; // [point], pixels toward the viewer
    private final float[] values; // [point]

    /// @param points as those of [Streamlines]
    Tubes(float[] points, SurfaceCamera camera) {
        int count = points.length / StreamlineTracer.POINT;
        this.across = new float[count];
        this.down = new float[count];
        this.near = new float[count];
        this.values = new float[count];
        for (int p = 0; p < count; p++) {
            int from = StreamlineTracer.POINT * p;
            double x = points[from] - camera.centre().x();
            double y = points[from + 1] - camera.centre().y();
            double z = points[from + 2] - camera.centre().z();
            across[p] = (float) (0.5 * camera.width() + along(camera.right(), x, y, z) / camera.pixel());
            down[p] = (float) (0.5 * camera.height() - along(camera.up(), x, y, z) / camera.pixel());
            near[p] = (float) (along(camera.toViewer(), x, y, z) / camera.pixel());
            values[p] = points[from + 3];
        }
    }

    private static double along(Vec direction, double x, double y, double z) {
        return direction.x() * x + direction.y() * y + direction.z() * z;
    }

    /// What is seen in some rows of pixels.
    final class Band {
        private final int width; // parts
        private final int top; // parts
        private final int rows; // parts
        private final float[] depth;
        final float[] value; // [part of a row of parts]; NaN without a value
        final float[] light; // 0: no tube
        final float[] gloss;

        /// @param width pixels
        /// @param from the first row of pixels
        /// @param end the row behind the last
        Band(int width, int from, int end) {
            this.width = PARTS * width;
            this.top = PARTS * from;
            this.rows = PARTS * (end - from);
            this.depth = new float[this.width * rows];
            this.value = new float[depth.length];
            this.light = new float[depth.length];
            this.gloss = new float[depth.length];
            Arrays.fill(depth, Float.NEGATIVE_INFINITY);
            for (int p = 1; p < across.length; p++) {
                if (!Float.isNaN(across[p]) && !Float.isNaN(across[p - 1])) {
                    segment(p - 1, p);
                }
            }
        }

        private void segment(int a, int b) {
            int firstRow = Math.max(0, first(Math.min(down[a], down[b])) - top);
            int lastRow = Math.min(rows - 1, last(Math.max(down[a], down[b])) - top);
            if (firstRow > lastRow) {
                return;
            }
            int firstColumn = Math.max(0, first(Math.min(across[a], across[b])));
            int lastColumn = Math.min(width - 1, last(Math.max(across[a], across[b])));
            float dx = across[b] - across[a];
            float dy = down[b] - down[a];
            float square = Math.max(1e-12f, dx * dx + dy * dy);
            for (int row = firstRow; row <= lastRow; row++) {
                float y = (top + row + 0.5f) / PARTS - down[a];
                for (int column = firstColumn; column <= lastColumn; column++) {
                    float x = (column + 0.5f) / PARTS - across[a];
                    float t = Math.clamp((x * dx + y * dy) / square, 0f, 1f);
                    float right = x - t * dx;
                    float below = y - t * dy;
                    float left = RADIUS * RADIUS - right * right - below * below;
                    if (left > 0) {
                        float height = (float) Math.sqrt(left);
                        float behind = t > 0 && t < 1 ? 0 : CAP;
                        float its = near[a] + t * (near[b] - near[a]) + height - behind;
                        int to = row * width + column;
                        if (its > depth[to]) {
                            depth[to] = its;
                            value[to] = values[a] + t * (values[b] - values[a]);
                            shade(to, right / RADIUS, -below / RADIUS, height / RADIUS);
                        }
                    }
                }
            }
        }

        private void shade(int to, float right, float up, float facing) {
            float lit = Math.max(0, right * LAMP[0] + up * LAMP[1] + facing * LAMP[2]);
            light[to] = AMBIENT + LIT * lit + FACING * facing;
            float power = lit * lit;
            power *= power;
            power *= power;
            gloss[to] = GLOSS * power * power;
        }
    }

    private static int first(float place) {
        return (int) Math.floor(PARTS * (place - RADIUS));
    }

    private static int last(float place) {
        return (int) Math.ceil(PARTS * (place + RADIUS));
    }
}
