package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;

/// A set of nodes. Each row begins at a new word, so that rows can be shifted and combined 64 nodes at a time.
/// Positions beyond a side of the box are not in the set; across a periodic side the box is repeated, except along x,
/// where all positions beyond it count as in the set.
final class BitRows {
    private final Box box;
    private final int words; // a row
    private final long[] bits; // [row][word]

    private BitRows(Box box) {
        this.box = box;
        this.words = (box.nx() + 63) / 64;
        this.bits = new long[Math.multiplyExact(Math.multiplyExact(words, box.ny()), box.nz())];
    }

    static BitRows of(FluidNodes fluid, ForkJoinPool workers) {
        BitRows rows = new BitRows(fluid.box());
        rows.forEachRow(workers, row -> {
            long from = (long) row * rows.box.nx();
            for (int w = 0; w < rows.words; w++) {
                rows.bits[row * rows.words + w] = fluid.bits(from + 64L * w, Math.min(64, rows.box.nx() - 64 * w));
            }
        });
        return rows;
    }

    private interface RowBody {
        void row(int row);
    }

    private void forEachRow(ForkJoinPool workers, RowBody body) {
        int rows = box.ny() * box.nz();
        int rowsPerTask = Math.clamp((1 << 14) / words, 1, rows);
        ParallelLoop.over(workers, (rows + rowsPerTask - 1) / rowsPerTask, task -> {
            for (int row = task * rowsPerTask; row < Math.min((task + 1) * rowsPerTask, rows); row++) {
                body.row(row);
            }
        });
    }

    /// Word `w` of a row, shifted so that bit i is the former bit i + by.
    private long shifted(int row, int w, int by) {
        long here = bits[row * words + w];
        if (by == 0) {
            return here;
        }
        boolean inside = by > 0 ? w + 1 < words : w > 0;
        long beyond = inside ? bits[row * words + (by > 0 ? w + 1 : w - 1)] : box.periodicX() ? -1L : 0;
        if (by < 0) {
            return here << -by | beyond >>> 64 + by;
        }
        int used = box.nx() - 64 * w;
        if (used < 64 && box.periodicX()) {
            here |= -1L << used;
        } else if (used >= 64 && used < 64 + by && box.periodicX()) {
            beyond |= -1L << used - 64;
        }
        return here >>> by | beyond << 64 - by;
    }

    /// Word `w` of the row that is `by` rows further along y or z; 0 outside.
    private long moved(int row, int w, int axis, int by) {
        int y = row % box.ny();
        int z = row / box.ny();
        if (axis == 1) {
            int to = y + by;
            to = box.periodicY() ? Math.floorMod(to, box.ny()) : to;
            return to < 0 || to >= box.ny() ? 0 : bits[(z * box.ny() + to) * words + w];
        }
        int to = z + by;
        to = box.periodicZ() ? Math.floorMod(to, box.nz()) : to;
        return to < 0 || to >= box.nz() ? 0 : bits[(to * box.ny() + y) * words + w];
    }

    private long at(int row, int w, int axis, int by) {
        return axis == 0 ? shifted(row, w, by) : moved(row, w, axis, by);
    }

    private long valid(int w) {
        int used = box.nx() - 64 * w;
        return used >= 64 ? -1L : -1L >>> 64 - used;
    }

    /// The nodes in a run of at least `length` nodes of the set along an axis.
    BitRows runsAlong(int axis, int length, ForkJoinPool workers) {
        BitRows runs = new BitRows(box);
        runs.forEachRow(workers, row -> {
            for (int w = 0; w < words; w++) {
                long any = 0;
                for (int first = 1 - length; first <= 0; first++) {
                    long all = -1L;
                    for (int i = first; i < first + length; i++) {
                        all &= at(row, w, axis, i);
                    }
                    any |= all;
                }
                runs.bits[row * words + w] = any & valid(w);
            }
        });
        return runs;
    }

    /// The set and the nodes up to `by` away from it along an axis.
    BitRows spread(int axis, int by, ForkJoinPool workers) {
        BitRows spread = new BitRows(box);
        spread.forEachRow(workers, row -> {
            for (int w = 0; w < words; w++) {
                long any = 0;
                for (int i = -by; i <= by; i++) {
                    any |= at(row, w, axis, i);
                }
                spread.bits[row * words + w] = any & valid(w);
            }
        });
        return spread;
    }

    BitRows and(BitRows other, ForkJoinPool workers) {
        BitRows both = new BitRows(box);
        both.forEachRow(workers, row -> {
            for (int w = row * words; w < (row + 1) * words; w++) {
                both.bits[w] = bits[w] & other.bits[w];
            }
        });
        return both;
    }

    BitRows without(BitRows other, ForkJoinPool workers) {
        BitRows left = new BitRows(box);
        left.forEachRow(workers, row -> {
            for (int w = row * words; w < (row + 1) * words; w++) {
                left.bits[w] = bits[w] & ~other.bits[w];
            }
        });
        return left;
    }

    FluidNodes toFluid() {
        FluidBits fluid = new FluidBits(box);
        for (int row = 0; row < box.ny() * box.nz(); row++) {
            for (int w = 0; w < words; w++) {
                long left = bits[row * words + w];
                long from = (long) row * box.nx() + 64L * w;
                while (left != 0) {
                    int low = Long.numberOfTrailingZeros(left);
                    int length = Long.numberOfTrailingZeros(~(left >>> low));
                    fluid.fill(from + low, from + low + length);
                    left &= low + length >= 64 ? 0 : -1L << low + length;
                }
            }
        }
        return fluid.build();
    }
}
