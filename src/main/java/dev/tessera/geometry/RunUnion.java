package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.concurrent.ForkJoinPool;

/// Union-find over runs of fluid: neighbouring rows within a chunk in parallel, then rows across chunks and
/// periodic sides.
final class RunUnion {
    private static final int CHUNKS_PER_THREAD = 4;

    private final FluidRuns runs;
    private final Box box;
    private final Connectivity connectivity;
    private final int[] parent; // a parent's number is never above its own: roots are the smallest of their part
    private final int rowsPerChunk;

    private RunUnion(FluidRuns runs, Connectivity connectivity, int[] parent, int chunks) {
        this.runs = runs;
        this.box = runs.box();
        this.connectivity = connectivity;
        this.parent = parent;
        this.rowsPerChunk = Math.max(box.ny() + 2, (runs.rows() + chunks - 1) / chunks);
    }

    private static RunUnion inside(FluidRuns runs, Connectivity connectivity, ForkJoinPool workers) {
        int[] parent = new int[runs.count()];
        for (int run = 0; run < parent.length; run++) {
            parent[run] = run;
        }
        RunUnion union = new RunUnion(runs, connectivity, parent, CHUNKS_PER_THREAD * workers.getParallelism());
        union.joinInside(workers);
        return union;
    }

    /// Two runs that are neighbours across periodic sides.
    @FunctionalInterface
    interface Crossing {
        /// @param dx number of periods along x between the run and its neighbour: -1, 0 or 1
        void meet(int run, int neighbour, int dx, int dy, int dz);
    }

    /// For each run the smallest run of its part.
    static int[] roots(FluidRuns runs, Connectivity connectivity, ForkJoinPool workers) {
        RunUnion union = inside(runs, connectivity, workers);
        union.acrossSides((run, neighbour, dx, dy, dz) -> union.unite(run, neighbour));
        return union.flattened();
    }

    /// The same for a box that is closed on all sides.
    static int[] rootsInside(FluidRuns runs, Connectivity connectivity, ForkJoinPool workers) {
        return inside(runs, connectivity, workers).flattened();
    }

    /// Visits pairs of runs that are neighbours across periodic sides, each at least once; but not those that
    /// follow from others, with the same periods between them.
    static void acrossSides(FluidRuns runs, Connectivity connectivity, Crossing crossing) {
        new RunUnion(runs, connectivity, new int[0], 1).acrossSides(crossing);
    }

    private void joinInside(ForkJoinPool workers) {
        int chunks = (runs.rows() + rowsPerChunk - 1) / rowsPerChunk;
        ParallelLoop.over(workers, chunks, this::joinWithin);
        for (int chunk = 1; chunk < chunks; chunk++) {
            joinWithEarlier(chunk);
        }
    }

    private int[] flattened() {
        for (int run = 0; run < parent.length; run++) {
            parent[run] = parent[parent[run]];
        }
        return parent;
    }

    private void joinWithin(int chunk) {
        int from = chunk * rowsPerChunk;
        int to = Math.min(from + rowsPerChunk, runs.rows());
        for (int row = from; row < to; row++) {
            joinBefore(row, from, Integer.MAX_VALUE);
        }
    }

    private void joinWithEarlier(int chunk) {
        int from = chunk * rowsPerChunk;
        int to = Math.min(from + box.ny() + 1, runs.rows());
        for (int row = from; row < to; row++) {
            joinBefore(row, 0, from);
        }
    }

    /// Joins a row with those of its four preceding neighbour rows that are in [low, high).
    private void joinBefore(int row, int low, int high) {
        if (runs.first(row) == runs.first(row + 1)) {
            return;
        }
        int y = row % box.ny();
        boolean diagonal = connectivity != Connectivity.FACES;
        if (y > 0) {
            join(row, row - 1, 1, low, high);
        }
        join(row, row - box.ny(), 1, low, high);
        if (diagonal && y > 0) {
            join(row, row - box.ny() - 1, 2, low, high);
        }
        if (diagonal && y + 1 < box.ny()) {
            join(row, row - box.ny() + 1, 2, low, high);
        }
    }

    private void join(int row, int other, int axes, int low, int high) {
        if (other >= low && other < high) {
            pairs(row, other, axes, this::unite);
        }
    }

    @FunctionalInterface
    private interface Pair {
        void meet(int run, int neighbour);
    }

    /// @param axes number of the axes y and z along which the rows differ
    private void pairs(int row, int other, int axes, Pair pair) {
        int reach = reach(axes);
        int i = runs.first(row);
        int j = runs.first(other);
        while (i < runs.first(row + 1) && j < runs.first(other + 1)) {
            if (runs.start(i) < runs.end(j) + reach && runs.start(j) < runs.end(i) + reach) {
                pair.meet(i, j);
            }
            if (runs.end(i) < runs.end(j)) {
                i++;
            } else {
                j++;
            }
        }
    }

    /// The largest distance along x of neighbours in rows that differ along `axes` of y and z.
    private int reach(int axes) {
        return switch (connectivity) {
            case FACES -> 0;
            case EDGES -> axes <= 1 ? 1 : 0;
            case CORNERS -> 1;
        };
    }

    private void acrossSides(Crossing crossing) {
        if (!box.periodicX() && !box.periodicY() && !box.periodicZ()) {
            return;
        }
        for (int row = 0; row < runs.rows(); row++) {
            if (runs.first(row) == runs.first(row + 1)) {
                continue;
            }
            int y = row % box.ny();
            int z = row / box.ny();
            boolean atSide = box.periodicY() && y == 0 || box.periodicZ() && z == 0;
            boolean toEnd = box.periodicX() && runs.end(runs.first(row + 1) - 1) == box.nx();
            if (atSide || toEnd) {
                around(row, y, z, toEnd, atSide, crossing);
            }
        }
    }

    /// @param toEnd whether the row's last run continues at x = 0
    private void around(int row, int y, int z, boolean toEnd, boolean atSide, Crossing crossing) {
        // then its first run connects the last one with the first runs of the rows around it
        boolean closed = toEnd && runs.start(runs.first(row)) == 0;
        if (closed && !atSide) {
            crossing.meet(runs.first(row + 1) - 1, runs.first(row), 1, 0, 0);
            return;
        }
        for (int dz = -1; dz <= 1; dz++) {
            for (int dy = -1; dy <= 1; dy++) {
                int axes = Math.abs(dy) + Math.abs(dz);
                long node = box.neighbour(0, y, z, 0, dy, dz);
                if (node < 0 || axes == 2 && connectivity == Connectivity.FACES) {
                    continue;
                }
                int other = (int) (node / box.nx());
                int periodsY = Math.floorDiv(y + dy, box.ny());
                int periodsZ = Math.floorDiv(z + dz, box.nz());
                if (periodsY != 0 || periodsZ != 0) {
                    pairs(row, other, axes, (run, neighbour) -> crossing.meet(run, neighbour, 0, periodsY, periodsZ));
                }
                int first = runs.first(other);
                boolean reaches = axes == 0 || !closed && reach(axes) == 1;
                if (toEnd && reaches && first < runs.first(other + 1) && runs.start(first) == 0) {
                    crossing.meet(runs.first(row + 1) - 1, first, 1, periodsY, periodsZ);
                }
            }
        }
    }

    private void unite(int a, int b) {
        int rootA = root(a);
        int rootB = root(b);
        if (rootA < rootB) {
            parent[rootB] = rootA;
        } else {
            parent[rootA] = rootB;
        }
    }

    private int root(int run) {
        int at = run;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
