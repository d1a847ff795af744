package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.ThinPlaces;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;

/// The fraction of the fluid in pores that are too narrow.
///
/// A node's chords are the runs of fluid through it along x, y and z; the shortest of the three is the width of its
/// pore, never less than the true one. In a channel of width w it is w or more, so that the share of nodes whose
/// shortest chord is under [#WIDTH] nodes is the share of the fluid in channels narrower than that, apart from a
/// few nodes in corners. 58 nodes are processed at a time: a fraction of a second for 100 million.
final class NarrowPores {
    /// Minimum width of a pore in nodes.
    static final int WIDTH = ThinPlaces.NODES;

    private static final int REACH = WIDTH - 1; // along each axis
    private static final int NODES = 64 - 2 * REACH; // at a time: their rows fit a word

    private NarrowPores() {}

    /// The number of fluid nodes of a slab's own planes whose shortest chord is under [#WIDTH].
    /// @param fluid of the stored box
    static long nodes(FluidNodes fluid, Surroundings around, Slab slab, ForkJoinPool workers) {
        Box box = fluid.box();
        LongAdder narrow = new LongAdder();
        int rows = Math.multiplyExact(box.ny(), slab.planes());
        int rowsPerTask = Math.clamp((1 << 16) / box.nx(), 1, rows);
        ParallelLoop.over(workers, (rows + rowsPerTask - 1) / rowsPerTask, task -> {
            long sum = 0;
            for (int row = task * rowsPerTask; row < Math.min((task + 1) * rowsPerTask, rows); row++) {
                int y = row % box.ny();
                int z = slab.below() + row / box.ny();
                long own = around.row(y, z);
                for (int x = 0; x < box.nx(); x += NODES) {
                    int width = Math.min(NODES, box.nx() - x);
                    long here = around.bits(own, x, width);
                    if (here != 0) {
                        sum += Long.bitCount(here & ~wide(around, slab.whole().is2d(), x, y, z));
                    }
                }
            }
            narrow.add(sum);
        });
        return narrow.sum();
    }

    private static long wide(Surroundings around, boolean is2d, int x, int y, int z) {
        long row = around.bits(around.row(y, z), x - REACH, 64);
        long here = row >>> REACH;
        long wide = ThinPlaces.inRun(row, row >>> 1, row >>> 2, here, row >>> 4, row >>> 5, row >>> 6);
        wide &= ThinPlaces.inRun(
                around.bits(around.row(y - 3, z), x, 64),
                around.bits(around.row(y - 2, z), x, 64),
                around.bits(around.row(y - 1, z), x, 64),
                here,
                around.bits(around.row(y + 1, z), x, 64),
                around.bits(around.row(y + 2, z), x, 64),
                around.bits(around.row(y + 3, z), x, 64));
        if (is2d || wide == 0) {
            return wide;
        }
        return wide
                & ThinPlaces.inRun(
                        around.bits(around.row(y, z - 3), x, 64),
                        around.bits(around.row(y, z - 2), x, 64),
                        around.bits(around.row(y, z - 1), x, 64),
                        here,
                        around.bits(around.row(y, z + 1), x, 64),
                        around.bits(around.row(y, z + 2), x, 64),
                        around.bits(around.row(y, z + 3), x, 64));
    }
}
