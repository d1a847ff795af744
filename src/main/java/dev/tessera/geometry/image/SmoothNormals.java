package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import java.util.concurrent.ForkJoinPool;

/// Normals of a surface that is known by voxels only: the gradient of the fluid's indicator over the 5³
/// nodes around a boundary node, with Gaussian weights. On a sphere of 10 nodes' radius it is off by a
/// few degrees; the mean of the cut links by more than ten.
final class SmoothNormals {
    private static final int REACH = 2;
    private static final int WINDOW = 2 * REACH + 1;
    private static final int ROWS = WINDOW * WINDOW;
    private static final int LANES = 64 - 2 * REACH; // nodes whose windows are in one word of each row
    private static final double SIGMA = 1.25; // nodes
    private static final int NODES_PER_TASK = 4096;

    private final FluidNodes fluid;
    private final Surroundings around;
    // what five nodes along x, one bit each, add to the gradient, [row of the window][bits]
    private final double[] alongX = new double[ROWS << WINDOW];
    private final double[] alongY = new double[ROWS << WINDOW];
    private final double[] alongZ = new double[ROWS << WINDOW];

    private SmoothNormals(FluidNodes fluid, Surroundings around) {
        this.fluid = fluid;
        this.around = around;
        double[] weight = new double[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            double d = (i - REACH) / SIGMA;
            weight[i] = StrictMath.exp(-d * d / 2);
        }
        for (int bits = 0; bits < 1 << WINDOW; bits++) {
            double sum = 0;
            double moment = 0;
            for (int i = 0; i < WINDOW; i++) {
                if ((bits >> i & 1) != 0) {
                    sum += weight[i];
                    moment += weight[i] * (i - REACH);
                }
            }
            for (int row = 0; row < ROWS; row++) {
                int dy = row % WINDOW - REACH;
                int dz = row / WINDOW - REACH;
                double across = weight[dy + REACH] * weight[dz + REACH];
                alongX[row << WINDOW | bits] = across * moment;
                alongY[row << WINDOW | bits] = across * dy * sum;
                alongZ[row << WINDOW | bits] = across * dz * sum;
            }
        }
    }

    /// @return unit normals into the fluid, `[3 * boundary node + axis]`
    static float[] of(FluidNodes fluid, CutLinks links, Surroundings around, ForkJoinPool workers) {
        SmoothNormals normals = new SmoothNormals(fluid, around);
        float[] found = new float[3 * links.boundaryNodes()];
        int tasks = (links.boundaryNodes() + NODES_PER_TASK - 1) / NODES_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            int end = Math.min((task + 1) * NODES_PER_TASK, links.boundaryNodes());
            Window window = normals.new Window();
            FluidNodes.Ascending nodes = fluid.ascending();
            double[] gradient = new double[3];
            for (int b = task * NODES_PER_TASK; b < end; b++) {
                window.gradient(nodes.boxIndex(links.node(b)), gradient);
                double length =
                        Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
                for (int axis = 0; axis < 3; axis++) {
                    found[3 * b + axis] = (float) (length > 1e-6 ? gradient[axis] / length : links.normal(b, axis));
                }
            }
        });
        return found;
    }

    /// The rows around the last node and those after it.
    private final class Window {
        private final Box box = fluid.box();
        private final int reachZ = box.is2d() ? 0 : REACH;
        private final long[] words = new long[ROWS]; // bit i: node lowX - REACH + i of the row
        private long row = -1;
        private long rowEnd;
        private int lowX;

        /// @param at box index of a node
        void gradient(long at, double[] gradient) {
            boolean sameRow = row >= 0 && at < rowEnd;
            int x = sameRow ? (int) (at - row) : box.x(at);
            if (!sameRow || x - lowX >= LANES) {
                moveTo(x, at);
            }
            int lane = x - lowX;
            double gx = 0;
            double gy = 0;
            double gz = 0;
            for (int k = WINDOW * (REACH - reachZ); k < WINDOW * (REACH + reachZ + 1); k++) {
                int five = (int) (words[k] >>> lane) & (1 << WINDOW) - 1;
                gx += alongX[k << WINDOW | five];
                gy += alongY[k << WINDOW | five];
                gz += alongZ[k << WINDOW | five];
            }
            gradient[0] = gx;
            gradient[1] = gy;
            gradient[2] = gz;
        }

        private void moveTo(int x, long at) {
            lowX = x;
            row = at - x;
            rowEnd = row + box.nx();
            int y = box.y(at);
            int z = box.z(at);
            for (int dz = -reachZ; dz <= reachZ; dz++) {
                for (int dy = -REACH; dy <= REACH; dy++) {
                    words[WINDOW * (dz + REACH) + dy + REACH] = around.bits(around.row(y + dy, z + dz), x - REACH, 64);
                }
            }
        }
    }
}
