package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The neighbours of every fluid node along every direction, as indices that kernels read: a connectivity
/// matrix. One row per direction, one entry per position, 4 bytes each.
///
/// An entry of row i at node x is the position of the node at `x + c_i` if the link is open; [#CUT] if it is cut and
/// the pattern uses a slot of x itself (`StreamingPattern.writeAcrossCut`); and `FIRST_PRIVATE - n` if it is cut and
/// uses private slot n (of the storage's last `privateSlots()` ones). Entries of positions without fluid node are
/// [#CUT].
///
/// Rows are built on demand; their size is known without building them. Thread-safe.
public final class NeighbourTable {
    /// The link is cut; the value stays in a slot of the node itself.
    public static final int CUT = -1;

    /// The link is cut; the value stays in private slot 0. `FIRST_PRIVATE - n`: private slot n.
    public static final int FIRST_PRIVATE = -2;

    private final VelocitySet lattice;
    private final FluidNodes fluid;
    private final Placement placement;
    private final PrivateSlots privateSlots;
    private final AtomicReferenceArray<int[]> rows; // [direction - first][position]
    private final int first;

    private NeighbourTable(
            VelocitySet lattice, FluidNodes fluid, Placement placement, PrivateSlots privateSlots, int first) {
        this.lattice = lattice;
        this.fluid = fluid;
        this.placement = placement;
        this.privateSlots = privateSlots;
        this.rows = new AtomicReferenceArray<>(lattice.size() - first);
        this.first = first;
    }

    /// @param first 0: with a row for rest (q indices per node); 1: without it (q - 1)
    /// @throws IllegalArgumentException if positions do not fit into 4 bytes
    static NeighbourTable of(
            VelocitySet lattice, FluidNodes fluid, Placement placement, PrivateSlots privateSlots, int first) {
        if (placement.positions() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%d nodes do not fit into the 4-byte indices of a connectivity matrix; use compact-tiles"
                            .formatted(placement.positions()));
        }
        return new NeighbourTable(lattice, fluid, placement, privateSlots, first);
    }

    /// The direction of the first row: 0 or 1.
    public int first() {
        return first;
    }

    /// The entries of a direction, `[position]`; not to be changed.
    public int[] row(int direction) {
        int[] row = rows.get(direction - first);
        return row == null ? build(direction) : row;
    }

    private synchronized int[] build(int direction) {
        int[] row = rows.get(direction - first);
        if (row == null) {
            row = new int[(int) placement.positions()];
            new Filler(fluid, placement).fill(row, lattice.velocity(direction), direction, privateSlots);
            rows.set(direction - first, row);
        }
        return row;
    }

    int at(int direction, long position) {
        return row(direction)[(int) position];
    }

    /// Bytes of all rows, built or not.
    public long bytes() {
        return (long) Integer.BYTES * rows.length() * placement.positions();
    }

    /// The number of rows that have been built.
    int builtRows() {
        int made = 0;
        for (int row = 0; row < rows.length(); row++) {
            made += rows.get(row) == null ? 0 : 1;
        }
        return made;
    }

    /// Fills rows, up to 64 nodes at a time.
    private record Filler(FluidNodes fluid, Placement placement, long[] neighbours) {
        Filler(FluidNodes fluid, Placement placement) {
            this(fluid, placement, new long[64]);
        }

        void fill(int[] row, Velocity c, int direction, PrivateSlots privateSlots) {
            Arrays.fill(row, CUT);
            for (int block = 0; block < placement.blocks(); block++) {
                placement.forEachRun(block, (x, y, z, count, position) -> {
                    for (int i = 0; i < count; i += 64) {
                        fill(row, c, x + i, y, z, Math.min(64, count - i), (int) position + i);
                    }
                    for (int i = 0; i < count; i++) {
                        int at = (int) position + i;
                        if (row[at] == CUT && privateSlots.holds(direction)) {
                            row[at] = FIRST_PRIVATE - privateSlots.number(x + i, y, z, at, direction);
                        }
                    }
                });
            }
        }

        private void fill(int[] row, Velocity c, int x, int y, int z, int count, int position) {
            Box box = fluid.box();
            int ny = around(y + c.y(), box.ny(), box.periodicY());
            int nz = around(z + c.z(), box.nz(), box.periodicZ());
            if (ny < 0 || nz < 0) {
                return;
            }
            int from = x + c.x();
            int low = Math.max(0, -from);
            int high = Math.min(count, box.nx() - from);
            if (low < high) {
                long open = fluid.bits(box.index(from + low, ny, nz), high - low);
                placement.positions(from + low, ny, nz, high - low, neighbours);
                for (int i = low; i < high; i++) {
                    if ((open >>> i - low & 1) != 0) {
                        row[position + i] = (int) neighbours[i - low];
                    }
                }
            }
            if (box.periodicX() && low > 0 && fluid.isFluid(box.nx() - 1, ny, nz)) {
                row[position] = (int) placement.position(box.nx() - 1, ny, nz);
            }
            if (box.periodicX() && high < count && fluid.isFluid(0, ny, nz)) {
                row[position + count - 1] = (int) placement.position(0, ny, nz);
            }
        }

        private static int around(int at, int count, boolean periodic) {
            if (at >= 0 && at < count) {
                return at;
            }
            return !periodic ? -1 : at < 0 ? count - 1 : 0;
        }
    }
}
