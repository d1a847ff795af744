package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Finds every link from a fluid node to a node that is not fluid or is outside the box: 26 directions, in
/// 2D boxes the 8 within the plane. Links across periodic sides continue at the opposite side.
///
/// Works on 64 nodes of a row at a time; a box of 80 million nodes takes well under a second per core. Distances
/// and normals are not set (half-way, estimated): [CutLinks#with] adds them.
public final class CutLinksOf {
    private static final int NODES_PER_TASK = 1 << 16;
    private static final int DIRECTIONS = 27;

    private final FluidNodes fluid;
    private final Box box;
    private final int rowsPerTask;
    private final int tasks;
    private final int firstCode;
    private final int endCode;

    private CutLinksOf(FluidNodes fluid) {
        this.fluid = fluid;
        this.box = fluid.box();
        int rows = Math.multiplyExact(box.ny(), box.nz());
        this.rowsPerTask = Math.clamp(NODES_PER_TASK / box.nx(), 1, rows);
        this.tasks = (rows + rowsPerTask - 1) / rowsPerTask;
        this.firstCode = box.is2d() ? 9 : 0;
        this.endCode = box.is2d() ? 18 : DIRECTIONS;
    }

    /// All cut links of `fluid`.
    /// @param surfaceOf gives the surface that cuts each link; called from several threads, once per link
    /// @param workers threads of parallel work
    public static CutLinks fluid(FluidNodes fluid, SurfaceOf surfaceOf, ForkJoinPool workers) {
        return new CutLinksOf(fluid).find(surfaceOf, workers);
    }

    /// Gives the surface that cuts a link.
    @FunctionalInterface
    public interface SurfaceOf {
        /// @param from box index of the fluid node
        /// @param to box index of the node that is not fluid, or -1 where the link leaves the box
        /// @param code the direction, `(x+1) + 3(y+1) + 9(z+1)`
        /// @param side where the link leaves the box: 0 … 5 for x-min, x-max, y-min, y-max, z-min, z-max;
        ///        else -1. A link across an edge or corner belongs to the first of the axes x, y, z along
        ///        which it leaves
        /// @return the surface's id, 0 … 127
        int surface(long from, long to, int code, int side);
    }

    private CutLinks find(SurfaceOf surfaceOf, ForkJoinPool workers) {
        int[] nodeCounts = new int[tasks];
        int[] linkCounts = new int[tasks];
        ParallelLoop.over(
                workers,
                tasks,
                task -> forEachChunk(task, (from, x, y, z, any, cut) -> {
                    nodeCounts[task] += Long.bitCount(any);
                    for (int code = firstCode; code < endCode; code++) {
                        linkCounts[task] += Long.bitCount(cut[code]);
                    }
                }));
        int[] nodeStarts = startsOf(nodeCounts);
        int[] linkStarts = startsOf(linkCounts);
        long[] nodes = new long[nodeStarts[tasks]];
        int[] first = new int[nodes.length + 1];
        first[nodes.length] = linkStarts[tasks];
        byte[] codes = new byte[linkStarts[tasks]];
        byte[] surfaces = new byte[codes.length];
        ParallelLoop.over(workers, tasks, task -> {
            int[] at = {nodeStarts[task], linkStarts[task]};
            forEachChunk(task, (from, x, y, z, any, cut) -> {
                for (long left = any; left != 0; left &= left - 1) {
                    int lane = Long.numberOfTrailingZeros(left);
                    nodes[at[0]] = fluid.rank(from + lane);
                    first[at[0]++] = at[1];
                    for (int code = firstCode; code < endCode; code++) {
                        if ((cut[code] >>> lane & 1) != 0) {
                            codes[at[1]] = (byte) code;
                            surfaces[at[1]++] = surface(surfaceOf, from + lane, x + lane, y, z, code);
                        }
                    }
                }
            });
        });
        return new CutLinks(nodes, first, codes, surfaces, null, null);
    }

    /// Up to 64 nodes of one row, from (x, y, z) on.
    /// @param any nodes that have a cut link, lowest first
    /// @param cut by direction code: the nodes whose link is cut
    private interface ChunkVisitor {
        void visit(long from, int x, int y, int z, long any, long[] cut);
    }

    private void forEachChunk(int task, ChunkVisitor visitor) {
        long[] cut = new long[DIRECTIONS];
        int endRow = Math.min((task + 1) * rowsPerTask, box.ny() * box.nz());
        for (int row = task * rowsPerTask; row < endRow; row++) {
            int y = row % box.ny();
            int z = row / box.ny();
            for (int x = 0; x < box.nx(); x += 64) {
                int width = Math.min(64, box.nx() - x);
                long from = box.index(x, y, z);
                long here = fluid.bits(from, width);
                if (here != 0) {
                    long any = cutLinks(x, y, z, width, here, cut);
                    if (any != 0) {
                        visitor.visit(from, x, y, z, any, cut);
                    }
                }
            }
        }
    }

    private long cutLinks(int x, int y, int z, int width, long here, long[] cut) {
        long any = 0;
        for (int code = firstCode + 1; code < endCode; code += 3) {
            long row = box.neighbour(0, y, z, 0, code / 3 % 3 - 1, code / 9 - 1);
            if (row < 0) {
                Arrays.fill(cut, code - 1, code + 2, here);
                any = here;
                continue;
            }
            long middle = fluid.bits(row + x, width);
            long before = x > 0 || box.periodicX() ? fluid.bits(row + (x > 0 ? x : box.nx()) - 1, 1) : 0;
            int end = x + width;
            long after = end < box.nx() || box.periodicX() ? fluid.bits(row + (end < box.nx() ? end : 0), 1) : 0;
            cut[code - 1] = here & ~(middle << 1 | before);
            cut[code] = here & ~middle;
            cut[code + 1] = here & ~(middle >>> 1 | after << width - 1);
            any |= cut[code - 1] | cut[code] | cut[code + 1];
        }
        return any;
    }

    private byte surface(SurfaceOf surfaceOf, long from, int x, int y, int z, int code) {
        int dx = code % 3 - 1;
        int dy = code / 3 % 3 - 1;
        int dz = code / 9 - 1;
        long to = box.neighbour(x, y, z, dx, dy, dz);
        int side = to >= 0 ? -1 : leaves(x + dx, box.nx(), box.periodicX(), 0);
        side = to >= 0 || side >= 0 ? side : leaves(y + dy, box.ny(), box.periodicY(), 2);
        side = to >= 0 || side >= 0 ? side : leaves(z + dz, box.nz(), box.periodicZ(), 4);
        int id = surfaceOf.surface(from, to, code, side);
        if (id < 0 || id > Byte.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "surface %d at node (%d,%d,%d): ids are 0 to 127".formatted(id, x, y, z));
        }
        return (byte) id;
    }

    private static int leaves(int position, int count, boolean periodic, int firstSide) {
        if (periodic || position >= 0 && position < count) {
            return -1;
        }
        return position < 0 ? firstSide : firstSide + 1;
    }

    private static int[] startsOf(int[] counts) {
        int[] starts = new int[counts.length + 1];
        for (int i = 0; i < counts.length; i++) {
            long next = (long) starts[i] + counts[i];
            if (next > Integer.MAX_VALUE - 8) {
                throw new TooManyNodesException(
                        ("the geometry has more than %,d cut links, which is more than fits into memory; use a coarser"
                                        + " spacing or a part of it")
                                .formatted(Integer.MAX_VALUE - 8));
            }
            starts[i + 1] = (int) next;
        }
        return starts;
    }
}
