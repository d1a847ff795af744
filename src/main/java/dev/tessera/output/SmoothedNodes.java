package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;

/// A smooth surface for walls half-way between nodes, from the fluid nodes within 3 spacings of a node, weighted by
/// `14 - r²`: the distance from their share, and the normal from their centre of mass.
final class SmoothedNodes {
    private static final int REACH = 3;
    private static final int WIDTH = 2 * REACH + 1;
    private static final int FURTHEST = 14;
    private static final double[][] WEIGHTS = new double[2 * REACH * REACH + 1][1 << WIDTH]; // [j² + k²][bits]
    private static final double[][] MOMENTS = new double[2 * REACH * REACH + 1][1 << WIDTH];
    private static final double TOTAL;
    private static final double SLOPE; // of the share, per spacing

    static {
        double total = 0;
        double middle = 0;
        for (int r = 0; r < WEIGHTS.length; r++) {
            for (int bits = 0; bits < 1 << WIDTH; bits++) {
                for (int i = 0; i < WIDTH; i++) {
                    if ((bits >> i & 1) != 0) {
                        double weight = Math.max(0, FURTHEST - r - (i - REACH) * (i - REACH));
                        WEIGHTS[r][bits] += weight;
                        MOMENTS[r][bits] += weight * (i - REACH);
                    }
                }
            }
        }
        for (int k = -REACH; k <= REACH; k++) {
            for (int j = -REACH; j <= REACH; j++) {
                total += WEIGHTS[j * j + k * k][(1 << WIDTH) - 1];
                middle += WEIGHTS[j * j + k * k][1 << REACH];
            }
        }
        TOTAL = total;
        SLOPE = middle / total;
    }

    private final FluidNodes fluid;
    private final Box box;
    private final SurfacePlanes planes;

    /// @param planes where the fluid continues beyond the box
    SmoothedNodes(FluidNodes fluid, SurfacePlanes planes) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.planes = planes;
    }

    /// @param found `[4]`: the normal into the fluid, of any length, and the distance from the wall in
    ///        spacings, positive in the fluid
    void at(int x, int y, int z, double[] found) {
        double share = 0;
        double mx = 0;
        double my = 0;
        double mz = 0;
        for (int k = -REACH; k <= REACH; k++) {
            int row = inside(z + k, 2);
            for (int j = -REACH; j <= REACH && row >= 0; j++) {
                int line = inside(y + j, 1);
                int bits = line < 0 ? 0 : bits(x, line, row);
                if (bits != 0) {
                    double weight = WEIGHTS[j * j + k * k][bits];
                    share += weight;
                    mx += MOMENTS[j * j + k * k][bits];
                    my += weight * j;
                    mz += weight * k;
                }
            }
        }
        found[0] = mx;
        found[1] = my;
        found[2] = mz;
        found[3] = (share / TOTAL - 0.5) / SLOPE;
    }

    /// The nearest place in the box where the fluid continues beyond it, -1 where it does not.
    private int inside(int place, int axis) {
        int last = box.nodes(axis) - 1;
        if (place < 0) {
            return planes.continues(2 * axis) ? 0 : -1;
        }
        return place <= last ? place : planes.continues(2 * axis + 1) ? last : -1;
    }

    /// The nodes x - 3 … x + 3 of a row, lowest first.
    private int bits(int x, int y, int z) {
        int from = Math.max(0, x - REACH);
        int to = Math.min(box.nx() - 1, x + REACH);
        int bits = to < from ? 0 : (int) fluid.bits(box.index(from, y, z), to - from + 1) << from - x + REACH;
        for (int i = x - REACH; i <= x + REACH; i++) {
            int place = inside(i, 0);
            if (place >= 0 && place != i && fluid.isFluid(place, y, z)) {
                bits |= 1 << i - x + REACH;
            }
        }
        return bits;
    }
}
