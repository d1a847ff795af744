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
    private static final double SIGMA = 1.25; // nodes
    private static final int NODES_PER_TASK = 4096;

    private final FluidNodes fluid;
    private final Surroundings around;
    private final double[] weight = new double[WINDOW];
    private final double[] sums = new double[1 << WINDOW]; // of the weights of five nodes along x
    private final double[] moments = new double[1 << WINDOW]; // of weight times place

    private SmoothNormals(FluidNodes fluid, Surroundings around) {
        this.fluid = fluid;
        this.around = around;
        for (int i = 0; i < WINDOW; i++) {
            double d = (i - REACH) / SIGMA;
            weight[i] = StrictMath.exp(-d * d / 2);
        }
        for (int bits = 0; bits < sums.length; bits++) {
            for (int i = 0; i < WINDOW; i++) {
                if ((bits >> i & 1) != 0) {
                    sums[bits] += weight[i];
                    moments[bits] += weight[i] * (i - REACH);
                }
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
            double[] gradient = new double[3];
            for (int b = task * NODES_PER_TASK; b < end; b++) {
                window.gradient(links.node(b), gradient);
                double length =
                        Math.sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
                for (int axis = 0; axis < 3; axis++) {
                    found[3 * b + axis] = (float) (length > 1e-6 ? gradient[axis] / length : links.normal(b, axis));
                }
            }
        });
        return found;
    }

    /// The rows around the last node.
    private final class Window {
        private final Box box = fluid.box();
        private final int reachZ = box.is2d() ? 0 : REACH;
        private final long[] rows = new long[WINDOW * WINDOW];
        private int y = -1;
        private int z = -1;

        private void moveTo(int toY, int toZ) {
            if (toY == y && toZ == z) {
                return;
            }
            y = toY;
            z = toZ;
            for (int dz = -reachZ; dz <= reachZ; dz++) {
                for (int dy = -REACH; dy <= REACH; dy++) {
                    rows[WINDOW * (dz + REACH) + dy + REACH] = around.row(y + dy, z + dz);
                }
            }
        }

        void gradient(long fluidNumber, double[] gradient) {
            long at = fluid.boxIndex(fluidNumber);
            int x = box.x(at) - REACH;
            moveTo(box.y(at), box.z(at));
            boolean inner = x >= 0 && x + WINDOW <= box.nx();
            double gx = 0;
            double gy = 0;
            double gz = 0;
            for (int dz = -reachZ; dz <= reachZ; dz++) {
                for (int dy = -REACH; dy <= REACH; dy++) {
                    long row = rows[WINDOW * (dz + REACH) + dy + REACH];
                    int bits = (int) (inner && row >= 0 ? fluid.bits(row + x, WINDOW) : around.bits(row, x, WINDOW));
                    double across = weight[dy + REACH] * weight[dz + REACH];
                    gx += across * moments[bits];
                    gy += across * dy * sums[bits];
                    gz += across * dz * sums[bits];
                }
            }
            gradient[0] = gx;
            gradient[1] = gy;
            gradient[2] = gz;
        }
    }
}
