package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;

/// The runs of neighbouring fluid nodes along x, row after row (`row = y + ny z`).
final class FluidRuns {
    private static final int NODES_PER_TASK = 1 << 18;

    private final Box box;
    private final int[] first; // [row + 1]: number of the row's first run
    private final int[] start; // [run]: x of its first node
    private final int[] end; // [run]: x after its last node

    private FluidRuns(Box box, int[] first) {
        this.box = box;
        this.first = first;
        this.start = new int[first[first.length - 1]];
        this.end = new int[start.length];
    }

    static FluidRuns of(FluidNodes fluid, ForkJoinPool workers) {
        Box box = fluid.box();
        int rows = Math.multiplyExact(box.ny(), box.nz());
        int rowsPerTask = Math.clamp(NODES_PER_TASK / box.nx(), 1, rows);
        int tasks = (rows + rowsPerTask - 1) / rowsPerTask;
        int[] first = new int[rows + 1];
        ParallelLoop.over(workers, tasks, task -> {
            long end = (long) Math.min((task + 1) * rowsPerTask, rows) * box.nx();
            long at = fluid.next((long) task * rowsPerTask * box.nx(), end);
            while (at < end) {
                int row = (int) (at / box.nx());
                first[row + 1] = count(fluid, row);
                at = fluid.next((row + 1L) * box.nx(), end);
            }
        });
        for (int row = 0; row < rows; row++) {
            first[row + 1] = Math.addExact(first[row], first[row + 1]);
        }
        FluidRuns runs = new FluidRuns(box, first);
        ParallelLoop.over(workers, tasks, task -> {
            int to = Math.min((task + 1) * rowsPerTask, rows);
            for (int row = task * rowsPerTask; row < to; row++) {
                if (first[row + 1] > first[row]) {
                    runs.fill(fluid, row);
                }
            }
        });
        return runs;
    }

    /// @param triples row, start and end of each run, in any order of rows
    /// @param from first row whose runs are kept
    /// @param to row after the last one
    static FluidRuns ofTriples(Box box, int[][] triples, int from, int to) {
        int[] first = new int[Math.multiplyExact(box.ny(), box.nz()) + 1];
        for (int[] some : triples) {
            for (int i = 0; i < some.length; i += 3) {
                first[some[i] + 1] += some[i] >= from && some[i] < to ? 1 : 0;
            }
        }
        for (int row = 0; row + 1 < first.length; row++) {
            first[row + 1] = Math.addExact(first[row], first[row + 1]);
        }
        FluidRuns runs = new FluidRuns(box, first);
        int row = -1;
        int at = 0;
        for (int[] some : triples) {
            for (int i = 0; i < some.length; i += 3) {
                if (some[i] < from || some[i] >= to) {
                    continue;
                }
                at = some[i] == row ? at + 1 : first[some[i]];
                row = some[i];
                runs.start[at] = some[i + 1];
                runs.end[at] = some[i + 2];
            }
        }
        return runs;
    }

    private static int count(FluidNodes fluid, int row) {
        int nx = fluid.box().nx();
        long from = (long) row * nx;
        int count = 0;
        long before = 0; // the last node of the 64 before
        for (int x = 0; x < nx; x += 64) {
            long bits = fluid.bits(from + x, Math.min(64, nx - x));
            count += Long.bitCount(bits & ~(bits << 1 | before));
            before = bits >>> 63;
        }
        return count;
    }

    private void fill(FluidNodes fluid, int row) {
        int nx = box.nx();
        long from = (long) row * nx;
        int opened = first[row];
        int closed = first[row];
        long before = 0;
        for (int x = 0; x < nx; x += 64) {
            int width = Math.min(64, nx - x);
            long bits = fluid.bits(from + x, width);
            for (long left = bits & ~(bits << 1 | before); left != 0; left &= left - 1) {
                start[opened++] = x + Long.numberOfTrailingZeros(left);
            }
            long valid = -1L >>> 64 - width;
            for (long left = ~bits & (bits << 1 | before) & valid; left != 0; left &= left - 1) {
                end[closed++] = x + Long.numberOfTrailingZeros(left);
            }
            before = bits >>> width - 1 & 1;
        }
        if (closed < opened) {
            end[closed] = nx;
        }
    }

    Box box() {
        return box;
    }

    int rows() {
        return first.length - 1;
    }

    int count() {
        return start.length;
    }

    /// The number of the row's first run; of the row after it: the end of its runs.
    int first(int row) {
        return first[row];
    }

    int start(int run) {
        return start[run];
    }

    int end(int run) {
        return end[run];
    }

    /// The run that holds node x of the row; -1 where none does.
    int runOf(int row, int x) {
        int low = first[row];
        int high = first[row + 1] - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (start[middle] <= x) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low <= high && start[low] <= x && x < end[low] ? low : -1;
    }
}
