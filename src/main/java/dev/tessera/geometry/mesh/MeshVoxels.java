package dev.tessera.geometry.mesh;

import dev.tessera.geometry.FluidBits;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Slab;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Fills the inside of a closed surface: along each row of nodes the crossed triangles are found and the winding
/// number is counted; nodes where it is positive are fluid.
///
/// Exact: corners are rounded to odd multiples of a fraction of a spacing, rows are at even ones, and all
/// comparisons are in integers. So each row enters and leaves a closed surface equally often, also at edges and
/// corners, and no row leaks. The rounding moves the surface by less than 1/30000 of a spacing (boxes up to 16,000
/// nodes long).
final class MeshVoxels {
    private static final int TASKS = 256;

    private final int nx;
    private final int ny;
    private final int bits;
    private final long[] y; // [vertex], in fractions of a spacing
    private final long[] z;
    private final double[] x; // [vertex], in spacings
    private final int[] corners;
    private final int fromPlane; // of those that are filled
    private final int toPlane;
    private final int planesPerTask;
    private final int[] first; // [task + 1] into `triangles`
    private final int[] triangles; // by task

    private MeshVoxels(TriangleMesh mesh, NodeGrid grid, int fromPlane, int toPlane) {
        this.nx = grid.box().nx();
        this.ny = grid.box().ny();
        int longest = Math.max(ny, grid.box().nz()) + 2;
        this.bits = Math.min(16, 29 - (32 - Integer.numberOfLeadingZeros(longest - 1)));
        this.corners = mesh.corners();
        this.x = new double[mesh.vertices()];
        this.y = new long[x.length];
        this.z = new long[x.length];
        for (int v = 0; v < x.length; v++) {
            x[v] = grid.inNodes(mesh.points()[3 * v], 0);
            y[v] = odd(grid.inNodes(mesh.points()[3 * v + 1], 1));
            z[v] = odd(grid.inNodes(mesh.points()[3 * v + 2], 2));
        }
        this.fromPlane = fromPlane;
        this.toPlane = toPlane;
        int planes = toPlane - fromPlane;
        this.planesPerTask = Math.max(1, (planes + TASKS - 1) / TASKS);
        int tasks = (planes + planesPerTask - 1) / planesPerTask;
        this.first = new int[tasks + 1];
        this.triangles = sortByTask(tasks);
    }

    /// The fluid nodes of a slab's stored box.
    /// @param grid of the whole
    static FluidNodes fill(TriangleMesh mesh, NodeGrid grid, Slab slab, ForkJoinPool workers) {
        int fromPlane = slab.first() - slab.below();
        MeshVoxels voxels =
                new MeshVoxels(mesh, grid, fromPlane, fromPlane + slab.box().nz());
        FluidBits fluid = new FluidBits(slab.box());
        ParallelLoop.over(workers, voxels.first.length - 1, task -> voxels.fill(task, fluid));
        return fluid.build();
    }

    private long odd(double spacings) {
        return 2 * (long) Math.floor(spacings * (1L << bits - 1)) + 1;
    }

    /// The first plane (or row) of nodes at or above a position.
    private int nodeAbove(long position) {
        return (int) (position + (1L << bits) - 1 >> bits);
    }

    private int lowPlane(int t) {
        return Math.max(
                fromPlane,
                nodeAbove(Math.min(z[corners[3 * t]], Math.min(z[corners[3 * t + 1]], z[corners[3 * t + 2]]))));
    }

    /// One after the last plane below the triangle's top.
    private int endPlane(int t) {
        int end = nodeAbove(Math.max(z[corners[3 * t]], Math.max(z[corners[3 * t + 1]], z[corners[3 * t + 2]])));
        return Math.min(end, toPlane);
    }

    private int taskOf(int plane) {
        return (plane - fromPlane) / planesPerTask;
    }

    private int[] sortByTask(int tasks) {
        int count = corners.length / 3;
        for (int t = 0; t < count; t++) {
            int low = lowPlane(t);
            int end = endPlane(t);
            for (int task = taskOf(low); low < end && task <= taskOf(end - 1); task++) {
                first[task + 1]++;
            }
        }
        for (int task = 0; task < tasks; task++) {
            first[task + 1] = Math.addExact(first[task], first[task + 1]);
        }
        int[] sorted = new int[first[tasks]];
        int[] fill = first.clone();
        for (int t = 0; t < count; t++) {
            int low = lowPlane(t);
            int end = endPlane(t);
            for (int task = taskOf(low); low < end && task <= taskOf(end - 1); task++) {
                sorted[fill[task]++] = t;
            }
        }
        return sorted;
    }

    private void fill(int task, FluidBits fluid) {
        int from = fromPlane + task * planesPerTask;
        int to = Math.min(from + planesPerTask, toPlane);
        Crossings crossings = new Crossings(nx);
        for (int i = first[task]; i < first[task + 1]; i++) {
            int t = triangles[i];
            cross(t, Math.max(from, lowPlane(t)), Math.min(to, endPlane(t)), from, crossings);
        }
        crossings.fill(fluid, (long) (from - fromPlane) * ny * nx);
    }

    /// Adds all rows that pass a triangle within some planes.
    private void cross(int t, int fromPlane, int toPlane, int basePlane, Crossings crossings) {
        int a = corners[3 * t];
        int b = corners[3 * t + 1];
        int c = corners[3 * t + 2];
        long twice = (y[b] - y[a]) * (z[c] - z[a]) - (z[b] - z[a]) * (y[c] - y[a]);
        if (twice == 0) {
            return; // parallel to the rows: they cross its neighbours
        }
        int sign = twice > 0 ? 1 : -1;
        int low = Math.max(0, nodeAbove(Math.min(y[a], Math.min(y[b], y[c]))));
        int end = Math.min(ny, nodeAbove(Math.max(y[a], Math.max(y[b], y[c]))));
        long step = 1L << bits;
        long stepAB = -sign * (z[b] - z[a]) * step;
        long stepBC = -sign * (z[c] - z[b]) * step;
        long stepCA = -sign * (z[a] - z[c]) * step;
        double scale = 1.0 / (sign * twice);
        for (int plane = fromPlane; plane < toPlane; plane++) {
            long pz = (long) plane << bits;
            long ab = side(a, b, (long) low << bits, pz) * sign;
            long bc = side(b, c, (long) low << bits, pz) * sign;
            long ca = side(c, a, (long) low << bits, pz) * sign;
            for (int row = low; row < end; row++) {
                // a row through an edge belongs to the triangle towards larger y
                boolean inside = (ab > 0 || ab == 0 && stepAB > 0)
                        && (bc > 0 || bc == 0 && stepBC > 0)
                        && (ca > 0 || ca == 0 && stepCA > 0);
                if (inside) {
                    double at = (bc * x[a] + ca * x[b] + ab * x[c]) * scale;
                    crossings.add((plane - basePlane) * ny + row, at, sign < 0);
                }
                ab += stepAB;
                bc += stepBC;
                ca += stepCA;
            }
        }
    }

    private long side(int a, int b, long py, long pz) {
        return (y[b] - y[a]) * (pz - z[a]) - (z[b] - z[a]) * (py - y[a]);
    }

    /// Crossings of rows and the surface: row, first node after it, and whether the row enters.
    private static final class Crossings {
        private final int nx;
        private long[] packed = new long[256];
        private int count;

        Crossings(int nx) {
            this.nx = nx;
        }

        void add(int row, double at, boolean in) {
            if (count == packed.length) {
                packed = Arrays.copyOf(packed, 2 * count);
            }
            long node = Math.clamp((long) Math.ceil(at), 0, nx);
            packed[count++] = (long) row << 32 | node << 1 | (in ? 1 : 0);
        }

        void fill(FluidBits fluid, long base) {
            Arrays.sort(packed, 0, count);
            for (int i = 0; i < count; ) {
                long row = packed[i] >>> 32;
                int winding = 0;
                int from = 0;
                for (; i < count && packed[i] >>> 32 == row; i++) {
                    int node = (int) packed[i] >>> 1;
                    boolean before = winding > 0;
                    winding += (packed[i] & 1) != 0 ? 1 : -1;
                    if (!before && winding > 0) {
                        from = node;
                    } else if (before && winding <= 0) {
                        fluid.fill(base + row * nx + from, base + row * nx + node);
                    }
                }
            }
        }
    }
}
