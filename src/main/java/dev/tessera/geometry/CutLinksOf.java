package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Finds every link from a fluid node to a node that is not fluid or is outside the box: 26 directions, in
/// 2D boxes the 8 within the plane. Links across periodic sides continue at the opposite side.
///
/// Works on 62 nodes of a row at a time: each of the nine rows around them is one word of 64 bits, and only words with
/// fluid are visited. Distances and normals are not set (half-way, estimated): [CutLinks#with] adds them.
public final class CutLinksOf {
    private static final int NODES_PER_TASK = 1 << 16;
    private static final int DIRECTIONS = 27;
    private static final int ALL = (1 << DIRECTIONS) - 1;
    private static final int ROWS = 9; // a node's own row and those around it: (y+1) + 3(z+1)
    private static final int OWN = 4;
    private static final int LANES = 62; // nodes at a time: a word without one neighbour at each end

    private final FluidNodes fluid;
    private final Box box;
    private final @Nullable SurfaceOf surfaceOf; // null: 0
    private final int firstRow;
    private final int endRow;
    private final int rowsPerTask;
    private final int tasks;
    private final long[] offsets = new long[DIRECTIONS]; // of neighbours within the box

    private CutLinksOf(FluidNodes fluid, Slab slab, @Nullable SurfaceOf surfaceOf) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.surfaceOf = surfaceOf;
        this.firstRow = slab.firstRow();
        this.endRow = slab.endRow();
        int rows = endRow - firstRow;
        this.rowsPerTask = Math.clamp(NODES_PER_TASK / box.nx(), 1, rows);
        this.tasks = (rows + rowsPerTask - 1) / rowsPerTask;
        for (int code = 0; code < DIRECTIONS; code++) {
            offsets[code] = code % 3 - 1 + box.nx() * (code / 3 % 3 - 1L + box.ny() * (code / 9 - 1L));
        }
    }

    /// All cut links of `fluid`.
    /// @param surfaceOf gives the surface that cuts each link; called from several threads, once per link
    /// @param workers threads of parallel work
    public static CutLinks fluid(FluidNodes fluid, SurfaceOf surfaceOf, ForkJoinPool workers) {
        return fluid(fluid, Slab.whole(fluid.box()), surfaceOf, workers);
    }

    /// The cut links of a slab's own nodes.
    /// @param fluid of its stored box
    public static CutLinks fluid(FluidNodes fluid, Slab slab, SurfaceOf surfaceOf, ForkJoinPool workers) {
        return new CutLinksOf(fluid, slab, surfaceOf).find(workers);
    }

    /// All cut links of `fluid`, whose surfaces are not known: 0. [SurfaceHits] finds them.
    public static CutLinks withoutSurfaces(FluidNodes fluid, ForkJoinPool workers) {
        return withoutSurfaces(fluid, Slab.whole(fluid.box()), workers);
    }

    /// The cut links of a slab's own nodes, without surfaces.
    /// @param fluid of its stored box
    public static CutLinks withoutSurfaces(FluidNodes fluid, Slab slab, ForkJoinPool workers) {
        return new CutLinksOf(fluid, slab, null).find(workers);
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

    private CutLinks find(ForkJoinPool workers) {
        int[] nodeCounts = new int[tasks];
        int[] linkCounts = new int[tasks];
        ParallelLoop.over(workers, tasks, task -> {
            Lanes lanes = new Lanes(task);
            while (lanes.next()) {
                nodeCounts[task] += Long.bitCount(lanes.cut);
                linkCounts[task] += lanes.links();
            }
        });
        int[] nodeStarts = startsOf(nodeCounts);
        int[] linkStarts = startsOf(linkCounts);
        long[] nodes = new long[nodeStarts[tasks]];
        int[] first = new int[nodes.length + 1];
        first[nodes.length] = linkStarts[tasks];
        byte[] codes = new byte[linkStarts[tasks]];
        byte[] surfaces = new byte[codes.length];
        ParallelLoop.over(workers, tasks, task -> {
            if (nodeCounts[task] > 0) {
                fill(task, nodes, first, codes, surfaces, nodeStarts[task], linkStarts[task]);
            }
        });
        return new CutLinks(nodes, first, codes, surfaces, null, null);
    }

    private void fill(int task, long[] nodes, int[] first, byte[] codes, byte[] surfaces, int node, int link) {
        Lanes lanes = new Lanes(task);
        int b = node;
        int at = link;
        while (lanes.next()) {
            long rank = fluid.rank(lanes.from);
            for (long left = lanes.cut; left != 0; left &= left - 1) {
                int lane = Long.numberOfTrailingZeros(left);
                nodes[b] = rank + Long.bitCount(lanes.here & (1L << lane) - 1);
                first[b++] = at;
                for (int cut = lanes.directions(lane); cut != 0; cut &= cut - 1) {
                    int code = Integer.numberOfTrailingZeros(cut);
                    codes[at] = (byte) code;
                    surfaces[at++] = surfaceOf == null ? 0 : surface(surfaceOf, lanes, lane, code);
                }
            }
        }
    }

    /// Up to 62 nodes of one row, and the nodes around them; the first one is fluid.
    private final class Lanes {
        private final long end; // of the task's nodes
        private final long[] rows = new long[ROWS]; // box index of the first node, or -1 outside the box
        private final long[] around = new long[ROWS]; // bit i: the node at x + i - 1 of the row
        private long at; // the next node to be visited
        private int row = -1;
        private int x;
        private int y;
        private int z;
        long from; // box index of the first node
        long here; // bit i: whether the node at x + i is fluid
        long cut; // bit i: whether it has a cut link

        Lanes(int task) {
            this.end = Math.min(firstRow + (task + 1L) * rowsPerTask, endRow) * box.nx();
            this.at = (firstRow + (long) task * rowsPerTask) * box.nx();
        }

        /// Goes to the next nodes with a cut link.
        boolean next() {
            for (at = fluid.next(at, end); at < end; at = fluid.next(at, end)) {
                int itsRow = (int) (at / box.nx());
                if (itsRow != row) {
                    moveTo(itsRow);
                }
                from = at;
                x = (int) (at - rows[OWN]);
                int width = Math.min(LANES, box.nx() - x);
                gather(width);
                at += width;
                if (cut != 0) {
                    return true;
                }
            }
            return false;
        }

        private void moveTo(int itsRow) {
            row = itsRow;
            y = row % box.ny();
            z = row / box.ny();
            for (int k = 0; k < ROWS; k++) {
                rows[k] = box.neighbour(0, y, z, 0, k % 3 - 1, k / 3 - 1);
            }
        }

        private void gather(int width) {
            boolean inside = x > 0 && x + width < box.nx();
            long open = -1L; // all neighbours are fluid
            for (int k = 0; k < ROWS; k++) {
                long bits = rows[k] < 0 ? 0 : inside ? fluid.bits(rows[k] + x - 1, width + 2) : atEnd(rows[k], width);
                bits = box.is2d() && k / 3 != 1 ? -1L : bits; // not a direction
                around[k] = bits;
                open &= bits & bits >>> 1 & bits >>> 2;
            }
            here = around[OWN] >>> 1 & -1L >>> 64 - width;
            cut = here & ~open;
        }

        /// The nodes of a row from x - 1 on, where they begin or end outside the box.
        private long atEnd(long first, int width) {
            int nx = box.nx();
            long bits = fluid.bits(first + x, width) << 1;
            if (x > 0 || box.periodicX()) {
                bits |= fluid.bits(first + (x > 0 ? x : nx) - 1, 1);
            }
            if (x + width < nx || box.periodicX()) {
                bits |= fluid.bits(first + (x + width < nx ? x + width : 0), 1) << width + 1;
            }
            return bits;
        }

        /// The number of all cut links.
        int links() {
            int links = 0;
            for (long row : around) {
                links += Long.bitCount(cut & ~row)
                        + Long.bitCount(cut & ~(row >>> 1))
                        + Long.bitCount(cut & ~(row >>> 2));
            }
            return links;
        }

        /// The directions of a node's cut links, one bit each.
        int directions(int lane) {
            int open = 0;
            for (int k = 0; k < ROWS; k++) {
                open |= (int) (around[k] >>> lane & 7) << 3 * k;
            }
            return ~open & ALL;
        }
    }

    private byte surface(SurfaceOf labels, Lanes lanes, int lane, int code) {
        int x = lanes.x + lane;
        int y = lanes.y;
        int z = lanes.z;
        long from = lanes.from + lane;
        long to = from + offsets[code];
        int side = -1;
        boolean inner = x > 0 && y > 0 && z > 0 && x < box.nx() - 1 && y < box.ny() - 1 && z < box.nz() - 1;
        if (!inner) {
            int dx = code % 3 - 1;
            int dy = code / 3 % 3 - 1;
            int dz = code / 9 - 1;
            to = box.neighbour(x, y, z, dx, dy, dz);
            side = to >= 0 ? -1 : leaves(x + dx, box.nx(), box.periodicX(), 0);
            side = to >= 0 || side >= 0 ? side : leaves(y + dy, box.ny(), box.periodicY(), 2);
            side = to >= 0 || side >= 0 ? side : leaves(z + dz, box.nz(), box.periodicZ(), 4);
        }
        int id = labels.surface(from, to, code, side);
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
            starts[i + 1] = inArray((long) starts[i] + counts[i]);
        }
        return starts;
    }

    /// A number of links, nodes or values that fits into an array.
    static int inArray(long number) {
        if (number > Integer.MAX_VALUE - 8) {
            throw new TooManyNodesException(
                    ("the geometry has more than %,d cut links or nodes beside walls, which is more than fits into memory; use a coarser"
                                    + " spacing or a part of it")
                            .formatted(Integer.MAX_VALUE - 8));
        }
        return (int) number;
    }
}
