package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import java.util.ArrayList;
import java.util.List;

/// The slots of an array's values at consecutive fluid nodes, as blocks of nodes whose slots follow each other for each
/// direction. Where all nodes of the box are fluid and stored in its order, rows between the same sides of the box have
/// the same blocks, which are found once; elsewhere they are found again for every 64 nodes. Not thread-safe.
public final class FluidBlocks {
    /// Blocks of fewer nodes on average are visited direction by direction.
    private static final int SHORT = 16;

    private final FluidNodes fluid;
    private final Box box;
    private final Placement placement;
    private final StreamSlots slots;
    private final int phase;
    private final long[][] found; // [direction][lane]
    private final long[] starts; // [direction]
    private final long[] block; // [direction]
    private final long[] positions = new long[RunSlots.LANES];
    private final boolean areRowsAlike;

    /// `[3 * side across z + side across y]`; empty: not yet found.
    private final List<List<Part>> rows = new ArrayList<>();

    /// Nodes from … end - 1 of a row.
    /// @param slots `[direction]`, of node `from`, less the position of the row's first node
    private record Part(int from, int end, long[] slots) {}

    /// Receives the slots of values of consecutive fluid nodes.
    public interface Visitor {
        /// Nodes whose values are in consecutive slots, for each direction.
        /// @param first fluid number of the first node
        /// @param count of nodes
        /// @param slots `[direction]`, of the first node's values; used again after the call
        void block(long first, int count, long[] slots);

        /// Nodes whose values of one direction are in consecutive slots.
        /// @param slot of the first node's value
        void run(int direction, long first, long slot, int count);
    }

    /// @param streams of the array, with one value in each slot
    /// @param phase of the slots that are read
    FluidBlocks(List<SlotStream> streams, List<StorageLayout> storages, int phase) {
        StorageLayout storage = storages.getFirst();
        this.fluid = storage.nodes().fluid();
        this.box = fluid.box();
        this.placement = storage.placement();
        this.slots = new StreamSlots(streams, storages);
        this.phase = phase;
        this.found = new long[streams.size()][RunSlots.LANES];
        this.starts = new long[streams.size()];
        this.block = new long[streams.size()];
        this.areRowsAlike = fluid.count() == box.size()
                && placement.isInFluidOrder()
                && placement instanceof UniformPlacement uniform
                && uniform.bundle() == 0
                && slots.followPositions(phase);
        for (int sides = 0; sides < 9; sides++) {
            rows.add(List.of());
        }
    }

    /// Visits the values of nodes first … first + count - 1, each once.
    public void visit(long first, long count, Visitor visitor) {
        if (areRowsAlike) {
            visitRows(first, first + count, visitor);
        } else {
            visitRuns(first, first + count, visitor);
        }
    }

    private void visitRows(long first, long end, Visitor visitor) {
        int nx = box.nx();
        for (long row = first / nx * nx; row < end; row += nx) {
            for (Part part : row(box.y(row), box.z(row))) {
                long from = Math.max(first, row + part.from());
                long to = Math.min(end, row + part.end());
                if (from < to) {
                    long shift = from - part.from(); // of the part's first node: the row's position
                    for (int i = 0; i < block.length; i++) {
                        block[i] = part.slots()[i] + shift;
                    }
                    visitor.block(from, (int) (to - from), block);
                }
            }
        }
    }

    private List<Part> row(int y, int z) {
        int sides = 3 * side(z, box.nz()) + side(y, box.ny());
        List<Part> known = rows.get(sides);
        if (known.isEmpty()) {
            known = findRow(y, z);
            rows.set(sides, known);
        }
        return known;
    }

    private static int side(int at, int count) {
        return at == 0 ? 0 : at == count - 1 ? 2 : 1;
    }

    private List<Part> findRow(int y, int z) {
        List<Part> parts = new ArrayList<>();
        long row = box.index(0, y, z);
        for (int x = 0; x < box.nx(); x += RunSlots.LANES) {
            int run = Math.min(RunSlots.LANES, box.nx() - x);
            slots.find(phase, x, y, z, run, row + x, found, starts);
            int begin = x;
            forEachBlock(run, (lane, count) -> append(parts, row, begin + lane, count));
        }
        return parts;
    }

    /// Adds [#block], to the part before if it continues that.
    private void append(List<Part> parts, long row, int x, int count) {
        long[] own = block.clone();
        for (int i = 0; i < own.length; i++) {
            own[i] -= row;
        }
        Part before = parts.isEmpty() ? null : parts.getLast();
        if (before != null && continues(before, x, own)) {
            parts.set(parts.size() - 1, new Part(before.from(), x + count, before.slots()));
        } else {
            parts.add(new Part(x, x + count, own));
        }
    }

    private static boolean continues(Part before, int x, long[] slots) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != before.slots()[i] + x - before.from()) {
                return false;
            }
        }
        return true;
    }

    private void visitRuns(long first, long end, Visitor visitor) {
        var ascending = fluid.ascending();
        for (long n = first; n < end; ) {
            long boxIndex = ascending.boxIndex(n);
            int x = box.x(boxIndex);
            int y = box.y(boxIndex);
            int z = box.z(boxIndex);
            int width = (int) Math.min(Math.min(RunSlots.LANES, box.nx() - x), end - n);
            int row = Math.min(width, Long.numberOfTrailingZeros(~fluid.bits(boxIndex, width)));
            placement.positions(x, y, z, row, positions);
            int run = 1;
            while (run < row && positions[run] == positions[0] + run) {
                run++;
            }
            slots.find(phase, x, y, z, run, positions[0], found, starts);
            if (Long.bitCount(allStarts()) <= 1 + run / SHORT) {
                long begin = n;
                forEachBlock(run, (lane, count) -> visitor.block(begin + lane, count, block));
            } else {
                visitDirections(n, run, visitor);
            }
            n += run;
        }
    }

    private void visitDirections(long first, int run, Visitor visitor) {
        for (int i = 0; i < starts.length; i++) {
            for (long rest = starts[i]; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                visitor.run(i, first + lane, found[i][lane], end(rest, run) - lane);
            }
        }
    }

    private long allStarts() {
        long all = 0;
        for (long of : starts) {
            all |= of;
        }
        return all;
    }

    /// The lane after those that belong to the lowest one of `rest`.
    private static int end(long rest, int run) {
        long others = rest & rest - 1;
        return others == 0 ? run : Long.numberOfTrailingZeros(others);
    }

    @FunctionalInterface
    private interface LanesVisitor {
        void visit(int lane, int count);
    }

    /// Visits lanes 0 … run - 1 as blocks, whose slots are in [#block].
    private void forEachBlock(int run, LanesVisitor visitor) {
        for (long rest = allStarts(); rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            for (int i = 0; i < block.length; i++) {
                int from = 63 - Long.numberOfLeadingZeros(starts[i] & -1L >>> 63 - lane);
                block[i] = found[i][from] + lane - from;
            }
            visitor.visit(lane, end(rest, run) - lane);
        }
    }
}
