package dev.tessera.geometry;

import java.util.Arrays;

/// The fluid of rows of tiles: all rows of nodes that a row of tiles covers, combined by OR, 64 nodes at a time.
/// Not thread-safe.
final class TileRows {
    private final FluidNodes fluid;
    private final Box box;
    private final int tileY;
    private final int tileZ;
    private final long[] overlaid; // bit x; one extra word, always 0

    /// @param tileY nodes of a tile along y
    /// @param tileZ nodes of a tile along z
    TileRows(FluidNodes fluid, int tileY, int tileZ) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.tileY = tileY;
        this.tileZ = tileZ;
        this.overlaid = new long[Math.ceilDiv(box.nx(), 64) + 1];
    }

    Box box() {
        return box;
    }

    /// Combines the rows from (fromY, fromZ) on; parts outside the box are empty.
    /// @return whether there is fluid
    boolean overlay(int fromY, int fromZ) {
        return overlay(fromY, Math.max(0, fromZ), Math.min(box.nz(), fromZ + tileZ));
    }

    /// The same for planes `fromZ` … `endZ` - 1, which are inside the box.
    boolean overlay(int fromY, int fromZ, int endZ) {
        Arrays.fill(overlaid, 0);
        long any = 0;
        for (int z = fromZ; z < endZ; z++) {
            for (int y = Math.max(0, fromY); y < Math.min(box.ny(), fromY + tileY); y++) {
                long row = box.index(0, y, z);
                int first = (int) (fluid.next(row, row + box.nx()) - row) & -64; // passes rows without fluid quickly
                for (int x = first; x < box.nx(); x += 64) {
                    long bits = fluid.bits(row + x, Math.min(64, box.nx() - x));
                    overlaid[x >>> 6] |= bits;
                    any |= bits;
                }
            }
        }
        return any != 0;
    }

    /// Whether a node from `fromX` (may be negative) to `endX` is fluid in one of the rows.
    boolean holdsFluid(int fromX, int endX) {
        int end = Math.min(endX, box.nx());
        for (int x = Math.max(0, fromX); x < end; x += 64) {
            int width = Math.min(64, end - x);
            long bits = overlaid[x >>> 6] >>> x | overlaid[(x >>> 6) + 1] << 1 << (~x & 63);
            if ((bits & -1L >>> 64 - width) != 0) {
                return true;
            }
        }
        return false;
    }

    /// Number of tiles of `a` nodes that contain fluid when the first of them starts at `-offset`.
    int count(int a, int offset) {
        if (a > 64 || Integer.bitCount(a) != 1) {
            int count = 0;
            for (int x = -offset; x < box.nx(); x += a) {
                count += holdsFluid(x, x + a) ? 1 : 0;
            }
            return count;
        }
        long firsts = a == 64 ? 1 : Long.divideUnsigned(-1L, (1L << a) - 1); // bits 0, a, 2a …
        int count = 0;
        long carried = 0;
        for (long word : overlaid) {
            long bits = word << offset | carried;
            carried = offset == 0 ? 0 : word >>> 64 - offset;
            for (int shift = 1; shift < a; shift <<= 1) {
                bits |= bits >>> shift;
            }
            count += Long.bitCount(bits & firsts);
        }
        return count;
    }
}
