package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;

/// Finds the longest runs of fluid nodes along x, 64 nodes at a time.
final class FluidRuns {
    private FluidRuns() {}

    @FunctionalInterface
    interface Visitor {
        void visit(int x, int count);
    }

    /// Visits the runs of row (y, z) from `fromX` (inclusive) to `endX`, ascending.
    static void inRow(FluidNodes fluid, int fromX, int endX, int y, int z, Visitor visitor) {
        long row = fluid.box().index(0, y, z);
        int start = -1; // start of the current run
        int first = (int) (fluid.next(row + fromX, row + endX) - row); // passes rows without fluid quickly
        for (int x = first; x < endX; x += 64) {
            int width = Math.min(64, endX - x);
            long bits = fluid.bits(row + x, width);
            int lane = 0;
            while (lane < width) {
                if (start < 0) {
                    int skip = Long.numberOfTrailingZeros(bits >>> lane);
                    lane += skip;
                    if (lane < width) {
                        start = x + lane;
                    }
                } else {
                    lane += Math.min(64 - lane, Long.numberOfTrailingZeros(~(bits >>> lane)));
                    if (lane < width) {
                        visitor.visit(start, x + lane - start);
                        start = -1;
                    }
                }
            }
        }
        if (start >= 0) {
            visitor.visit(start, endX - start);
        }
    }
}
