package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.concurrent.ForkJoinPool;

/// Union-find over runs of fluid: neighbouring rows within a chunk in parallel, then rows across chunks and
/// periodic sides.
final class RunUnion {
    private static final int CHUNKS = 64;

    private final FluidRuns runs;
    private final Box box;
    private final Connectivity connectivity;
    private final int[] parent; // a parent's number is never above its own: roots are the smallest of their part
    private final int rowsPerChunk;

    private RunUnion(FluidRuns runs, Connectivity connectivity) {
        this.runs = runs;
        this.box = runs.box();
        this.connectivity = connectivity;
        this.parent = new int[runs.count()];
        for (int run = 0; run < parent.length; run++) {
            parent[run] = run;
        }
        this.rowsPerChunk = Math.max(box.ny() + 2, (runs.rows() + CHUNKS - 1) / CHUNKS);
    }

    /// For each run the smallest run of its part.
    static int[] roots(FluidRuns runs, Connectivity connectivity, ForkJoinPool workers) {
        RunUnion union = new RunUnion(runs, connectivity);
        int chunks = (runs.rows() + union.rowsPerChunk - 1) / union.rowsPerChunk;
        ParallelLoop.over(workers, chunks, union::joinWithin);
        for (int chunk = 1; chunk < chunks; chunk++) {
            union.joinWithEarlier(chunk);
        }
        union.joinAcrossSides();
        for (int run = 0; run < union.parent.length; run++) {
            union.parent[run] = union.parent[union.parent[run]];
        }
        return union.parent;
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

    /// Joins a row with its four neighbour rows that come before it, as far as those lie in [low, high).
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
            join(row, other, axes);
        }
    }

    /// @param axes along how many of y and z the rows differ
    private void join(int row, int other, int axes) {
        int reach = reach(axes);
        int i = runs.first(row);
        int j = runs.first(other);
        while (i < runs.first(row + 1) && j < runs.first(other + 1)) {
            if (runs.start(i) < runs.end(j) + reach && runs.start(j) < runs.end(i) + reach) {
                unite(i, j);
            }
            if (runs.end(i) < runs.end(j)) {
                i++;
            } else {
                j++;
            }
        }
    }

    /// How far apart along x two nodes may be in rows that differ along `axes` of y and z.
    private int reach(int axes) {
        return switch (connectivity) {
            case FACES -> 0;
            case EDGES -> axes <= 1 ? 1 : 0;
            case CORNERS -> 1;
        };
    }

    private void joinAcrossSides() {
        for (int row = 0; row < runs.rows(); row++) {
            int y = row % box.ny();
            int z = row / box.ny();
            boolean atSide = box.periodicY() && y == 0 || box.periodicZ() && z == 0;
            if (runs.first(row) < runs.first(row + 1) && (atSide || box.periodicX())) {
                joinAround(row, y, z);
            }
        }
    }

    private void joinAround(int row, int y, int z) {
        for (int dz = -1; dz <= 1; dz++) {
            for (int dy = -1; dy <= 1; dy++) {
                int axes = Math.abs(dy) + Math.abs(dz);
                long node = box.neighbour(0, y, z, 0, dy, dz);
                if (node < 0 || axes == 2 && connectivity == Connectivity.FACES) {
                    continue;
                }
                int other = (int) (node / box.nx());
                boolean wraps = y + dy < 0 || z + dz < 0 || y + dy >= box.ny() || z + dz >= box.nz();
                if (wraps) {
                    join(row, other, axes);
                }
                if (box.periodicX() && (axes == 0 || reach(axes) == 1)) {
                    joinEnds(row, other);
                }
            }
        }
    }

    private void joinEnds(int row, int other) {
        int last = runs.first(row + 1) - 1;
        int first = runs.first(other);
        if (first < runs.first(other + 1) && runs.end(last) == box.nx() && runs.start(first) == 0) {
            unite(last, first);
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
