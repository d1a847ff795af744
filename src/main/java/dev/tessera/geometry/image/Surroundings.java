package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;

/// Fluid nodes continued beyond the ends of the box: repeated where it is periodic, extended behind openings, solid
/// behind walls.
final class Surroundings {
    private static final int SOLID = -1;

    private final FluidNodes fluid;
    private final Box box;
    private final int[] counts;
    private final boolean[] periodic;
    private final boolean[] open; // [axis]

    /// @param open whether the ends of each axis are openings
    Surroundings(FluidNodes fluid, boolean[] open) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.counts = new int[] {box.nx(), box.ny(), box.nz()};
        this.periodic = new boolean[] {box.periodicX(), box.periodicY(), box.periodicZ()};
        this.open = open;
    }

    /// The position inside the box that corresponds to `position`, or a negative number: solid.
    private int inside(int axis, int position) {
        int count = counts[axis];
        if (position >= 0 && position < count) {
            return position;
        }
        return periodic[axis]
                ? Math.floorMod(position, count)
                : open[axis] ? Math.clamp(position, 0, count - 1) : SOLID;
    }

    /// The box index of node (0, y, z), or a negative number where the row is solid.
    long row(int y, int z) {
        int insideY = inside(1, y);
        int insideZ = inside(2, z);
        return insideY < 0 || insideZ < 0 ? SOLID : box.index(0, insideY, insideZ);
    }

    /// The bits of the `width` (1 … 64) nodes from `x` on, which may begin before the row and end after it.
    /// @param row from [#row]
    long bits(long row, int x, int width) {
        if (row < 0) {
            return 0;
        }
        int low = Math.max(0, x);
        int high = Math.min(box.nx(), x + width);
        long bits = high > low ? fluid.bits(row + low, high - low) << low - x : 0;
        if (low > x) {
            bits |= beyond(row, x, Math.min(low - x, width));
        }
        if (high < x + width) {
            int from = Math.max(x, box.nx());
            bits |= beyond(row, from, x + width - from) << from - x;
        }
        return bits;
    }

    /// As [#bits], of nodes that are all before the row or all after it.
    private long beyond(long row, int x, int width) {
        if (open[0]) {
            boolean isFluid = fluid.isFluid(row + Math.clamp(x, 0, box.nx() - 1));
            return isFluid ? -1L >>> 64 - width : 0;
        }
        if (!periodic[0]) {
            return 0;
        }
        long bits = 0;
        for (int done = 0; done < width; ) {
            int inside = Math.floorMod(x + done, box.nx());
            int count = Math.min(width - done, box.nx() - inside);
            bits |= fluid.bits(row + inside, count) << done;
            done += count;
        }
        return bits;
    }
}
