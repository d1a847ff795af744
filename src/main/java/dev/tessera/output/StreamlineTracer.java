package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import java.util.Arrays;

/// Follows the flow from a place in both directions: the classical Runge–Kutta method along the direction of the
/// velocity, which is interpolated between the eight nodes around a place, with zero at nodes that are not fluid. A
/// line ends where the nearest node is not fluid and where the flow is slow. One per thread.
final class StreamlineTracer {
    /// Numbers of a point: x, y, z in the box of [SurfaceCells], and the value of the field. NaN separates pieces.
    static final int POINT = 4;

    private static final double STEP = 0.5; // spacings
    private static final double EXTENTS = 3; // of the box: the longest line, in each direction
    private static final double SLOWEST = 1e-3; // of the largest speed

    private final FluidNodes fluid;
    private final Box box;
    private final double[][] velocity; // [axis][fluid node]
    private final FieldValues field;
    private final double slowest;
    private final int most; // steps
    private final long[] numbers = new long[8]; // fluid nodes around the place, -1: not fluid
    private final double[] weights = new double[8];
    private final double[][] slopes = new double[4][3];
    private final double[] at = new double[3];
    private float[] points = new float[1 << 10];
    private int count; // numbers in `points`

    /// @param fastest the largest speed
    StreamlineTracer(NodeMap nodes, double[][] velocity, double fastest, FieldValues field) {
        this.fluid = nodes.fluid();
        this.box = nodes.box();
        this.velocity = velocity;
        this.field = field;
        this.slowest = SLOWEST * fastest;
        this.most = (int) (EXTENTS * Math.max(box.nx(), Math.max(box.ny(), box.nz())) / STEP);
    }

    /// The line through a fluid node, against the flow and with it.
    /// @return points, [#POINT] numbers each
    float[] through(long fluidNode) {
        long node = fluid.boxIndex(fluidNode);
        count = 0;
        follow(node, -1);
        reverse();
        follow(node, 1);
        return Arrays.copyOf(points, count);
    }

    private void follow(long node, int sign) {
        double x = box.x(node);
        double y = box.y(node);
        double z = box.z(node);
        add(x, y, z);
        double h = sign * STEP;
        for (int step = 0; step < most; step++) {
            if (!slope(x, y, z, 0)
                    || !slope(x, y, z, 1, 0.5 * h)
                    || !slope(x, y, z, 2, 0.5 * h)
                    || !slope(x, y, z, 3, h)) {
                return;
            }
            x += h * mean(0);
            y += h * mean(1);
            z += h * mean(2);
            if (!locate(x, y, z)) {
                return;
            }
            add(x, y, z);
        }
    }

    private double mean(int axis) {
        return (slopes[0][axis] + 2 * slopes[1][axis] + 2 * slopes[2][axis] + slopes[3][axis]) / 6;
    }

    /// The direction of the flow at the place that the slope before leads to.
    private boolean slope(double x, double y, double z, int stage, double h) {
        double[] before = slopes[stage - 1];
        return slope(x + h * before[0], y + h * before[1], z + h * before[2], stage);
    }

    private boolean slope(double x, double y, double z, int stage) {
        if (!locate(x, y, z)) {
            return false;
        }
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            double sum = 0;
            for (int c = 0; c < 8; c++) {
                if (numbers[c] >= 0) {
                    sum += weights[c] * velocity[axis][(int) numbers[c]];
                }
            }
            slopes[stage][axis] = sum;
            square += sum * sum;
        }
        double speed = Math.sqrt(square);
        for (int axis = 0; axis < 3; axis++) {
            slopes[stage][axis] /= speed;
        }
        return speed > slowest;
    }

    /// Finds the nodes around a place.
    /// @return whether the nearest one is fluid
    private boolean locate(double x, double y, double z) {
        int i = (int) Math.floor(x);
        int j = (int) Math.floor(y);
        int k = (int) Math.floor(z);
        double px = x - i;
        double py = y - j;
        double pz = z - k;
        int nearest = (px < 0.5 ? 0 : 1) + (py < 0.5 ? 0 : 2) + (pz < 0.5 ? 0 : 4);
        for (int c = 0; c < 8; c++) {
            int nx = wrapped(i + (c & 1), box.nx(), box.periodicX());
            int ny = wrapped(j + (c >> 1 & 1), box.ny(), box.periodicY());
            int nz = wrapped(k + (c >> 2), box.nz(), box.periodicZ());
            numbers[c] = nx < 0 || ny < 0 || nz < 0 ? -1 : fluid.number(box.index(nx, ny, nz));
            weights[c] = ((c & 1) == 0 ? 1 - px : px) * ((c & 2) == 0 ? 1 - py : py) * (c < 4 ? 1 - pz : pz);
        }
        return numbers[nearest] >= 0;
    }

    private static int wrapped(int place, int nodes, boolean periodic) {
        return place >= 0 && place < nodes ? place : periodic ? Math.floorMod(place, nodes) : -1;
    }

    /// Appends a place around which nodes are found; on periodic axes inside the box, with a gap where the line
    /// leaves it.
    private void add(double x, double y, double z) {
        locate(x, y, z);
        at[0] = inBox(x, box.nx(), box.periodicX());
        at[1] = inBox(y, box.ny(), box.periodicY());
        at[2] = inBox(z, box.nz(), box.periodicZ());
        double jump = 0;
        for (int axis = 0; axis < 3 && count > 0; axis++) {
            jump = Math.max(jump, Math.abs(at[axis] + 1 - points[count - POINT + axis]));
        }
        if (jump > 1) {
            append(Float.NaN, Float.NaN, Float.NaN, Float.NaN);
        }
        append((float) at[0] + 1, (float) at[1] + 1, (float) at[2] + 1, (float) value());
    }

    private static double inBox(double place, int nodes, boolean periodic) {
        return periodic ? place - nodes * Math.floor((place + 0.5) / nodes) : place;
    }

    private double value() {
        double sum = 0;
        double total = 0;
        for (int c = 0; c < 8; c++) {
            if (numbers[c] >= 0) {
                sum += weights[c] * field.magnitude((int) numbers[c]);
                total += weights[c];
            }
        }
        return sum / total;
    }

    private void append(float x, float y, float z, float value) {
        if (count + POINT > points.length) {
            points = Arrays.copyOf(points, 2 * points.length);
        }
        points[count++] = x;
        points[count++] = y;
        points[count++] = z;
        points[count++] = value;
    }

    private void reverse() {
        for (int a = 0, b = count - POINT; a < b; a += POINT, b -= POINT) {
            for (int n = 0; n < POINT; n++) {
                float other = points[a + n];
                points[a + n] = points[b + n];
                points[b + n] = other;
            }
        }
    }
}
