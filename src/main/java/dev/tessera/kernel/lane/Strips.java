package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;

/// The box divided into strips along y, so that a strip's part of a plane of equal z is small: a worker that visits
/// strip by strip, plane by plane, has the last few planes of a strip in its cache (docs/decisions/0020).
///
/// @param ofRow the strip of each y, ascending
record Strips(int[] ofRow) {
    /// @param nodes minimum average number of nodes of a strip per plane
    static Strips of(FluidNodes fluid, int nodes) {
        Box box = fluid.box();
        long[] inRow = new long[box.ny()];
        int planes = 0;
        long before = 0;
        long sum = 0; // nodes of all rows so far
        for (int z = 0; z < box.nz(); z++) {
            for (int y = 0; y < box.ny(); y++) {
                long passed = fluid.rank(box.index(0, y, z) + box.nx());
                inRow[y] += passed - sum;
                sum = passed;
            }
            planes += sum > before ? 1 : 0;
            before = sum;
        }
        // A flat box has a single plane, whose rows are visited in order anyway.
        long strips = box.nz() == 1 ? 1 : Math.max(1, sum / ((long) nodes * Math.max(1, planes)));
        int[] ofRow = new int[box.ny()];
        long until = 0;
        for (int y = 0; y < box.ny(); y++) {
            ofRow[y] = (int) Math.min(strips - 1, (until + inRow[y] / 2) * strips / Math.max(1, sum));
            until += inRow[y];
        }
        return new Strips(ofRow);
    }

    int count() {
        return ofRow[ofRow.length - 1] + 1;
    }
}
