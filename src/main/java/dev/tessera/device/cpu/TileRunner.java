package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TileChunk;
import dev.tessera.kernel.lane.TileColumn;
import dev.tessera.kernel.lane.TileCuts;
import dev.tessera.kernel.lane.TileLanes;
import dev.tessera.kernel.lane.TilePlan;
import java.util.ArrayList;
import java.util.List;

/// Runs tiles with ghost buffers, as [TilePlan] describes: incoming populations are copied from buffers to rows,
/// kernels write new values to scratch rows, and these are copied to slots and buffers. One instance per worker;
/// not thread-safe.
final class TileRunner {
    private static final int LINE_BYTES = 64;
    private static final int CHUNKS_BETWEEN_CHECKS = 8;

    private final TilePlan plan;
    private final int directions;
    private final int[] opposite;
    private final long[] starts; // [direction] addresses of tile 0
    private final long[] readRows; // [direction]
    private final int[] wholeRows; // [direction] bytes of a tile's values
    private final long[] shiftedFrom; // [direction] populations that stay in the tile: offset in the sent rows
    private final long[] shiftedTo; // [direction] their address in tile 0
    private final int[] shiftedRows; // [direction] its bytes
    private final BufferedValues[] incoming; // [kind]
    private final BufferedValues[] outgoing; // [kind]
    private final int bytes; // of a slot
    private final int nodesPerTile;
    private final long memory;
    private final long rowBytes;
    private final long read; // rows of the populations that a tile's nodes read, by place
    private final long sent; // rows of the populations that they write
    private final long packed; // rows of the populations of one class' nodes, contiguous
    private final ValueCopy copy;
    private final RowCopy rowCopy = RowCopy.fastest();
    private final List<Nodes> classes = new ArrayList<>();
    private int chunks; // run so far
    private int step; // of the block for which series are prepared

    @SuppressWarnings("UnusedVariable") // stored, so that the JVM does not remove the prefetching reads
    private long touched;

    /// A class of nodes, with arrays for the addresses of its streams.
    ///
    /// @param fieldsIn addresses of lane 0
    @SuppressWarnings("ArrayRecordComponent")
    private record Nodes(ClassRun of, TileLanes lanes, long[] fieldsIn, long[] fieldsOut, long[] in, long[] out) {
        static Nodes of(ClassRun run, TileLanes lanes) {
            long[] in = new long[run.streams().fieldsIn().size()];
            long[] out = new long[run.streams().fieldsOut().size()];
            run.address(run.streams().fieldsIn(), 0, in, 0);
            run.address(run.streams().fieldsOut(), 0, out, 0);
            return new Nodes(
                    run,
                    lanes,
                    in,
                    out,
                    new long[run.streams().in()],
                    new long[run.streams().out()]);
        }
    }

    /// @param memory address of slot 0
    /// @param scratch address of [#scratchBytes] bytes, aligned to a cache line
    TileRunner(LanePlan lanes, TilePlan plan, List<ClassRun> classes, Precision precision, long memory, long scratch) {
        this.plan = plan;
        this.directions = lanes.directions();
        this.bytes = precision.storedBytes();
        this.nodesPerTile = plan.nodesPerTile();
        this.memory = memory;
        this.rowBytes = rowBytes(plan, precision);
        this.read = scratch;
        this.sent = read + directions * rowBytes;
        this.packed = sent + directions * rowBytes;
        this.copy = new ValueCopy(bytes);
        this.opposite = new int[directions];
        this.starts = new long[directions];
        this.readRows = new long[directions];
        this.wholeRows = new int[directions];
        this.shiftedFrom = new long[directions];
        this.shiftedTo = new long[directions];
        this.shiftedRows = new int[directions];
        for (int i = 0; i < directions; i++) {
            int shift = plan.shift(i);
            opposite[i] = lanes.opposite(i);
            starts[i] = memory + plan.start(i) * bytes;
            readRows[i] = read + i * rowBytes;
            wholeRows[i] = nodesPerTile * bytes;
            shiftedFrom[i] = sent + i * rowBytes + (long) Math.max(0, -shift) * bytes;
            shiftedTo[i] = starts[i] + (long) Math.max(0, shift) * bytes;
            shiftedRows[i] = Math.max(0, nodesPerTile - Math.abs(shift)) * bytes;
        }
        this.incoming = values(plan.incoming());
        this.outgoing = values(plan.outgoing());
        for (ClassRun run : classes) {
            this.classes.add(Nodes.of(run, plan.classes().get(run.index())));
        }
    }

    private BufferedValues[] values(List<List<TileColumn>> kinds) {
        return kinds.stream()
                .map(columns -> BufferedValues.of(columns, bytes, rowBytes))
                .toArray(BufferedValues[]::new);
    }

    static long scratchBytes(TilePlan plan, int directions, Precision precision) {
        return 3L * directions * rowBytes(plan, precision);
    }

    /// An odd number of cache lines, so that rows do not map to the same cache set.
    private static long rowBytes(TilePlan plan, Precision precision) {
        long lines = Math.ceilDiv((long) plan.nodesPerTile() * precision.storedBytes(), LINE_BYTES);
        return (lines | 1) * LINE_BYTES;
    }

    /// @param step as in [StepWork#run]
    void run(TileChunk chunk, int phase, int step) {
        this.step = step;
        long in = memory + plan.readBuffers(phase) * bytes;
        long out = memory + plan.writtenBuffers(phase) * bytes;
        boolean isWatched = chunks++ % CHUNKS_BETWEEN_CHECKS == 0;
        for (int tile = chunk.firstTile(); tile < chunk.endTile(); tile++) {
            load(tile, in);
            if (tile + 1 < chunk.endTile()) {
                prefetch(tile + 1, in);
            }
            for (Nodes nodes : classes) {
                compute(nodes, tile, isWatched && tile == chunk.firstTile());
            }
            storeInTile(tile);
            storeInBuffers(tile, out);
        }
    }

    private long tileOffset(int tile) {
        return (long) tile * nodesPerTile * bytes;
    }

    /// Prefetches the incoming populations of a tile: [#load] does too much work per value to keep several
    /// cache lines in flight.
    private void prefetch(int tile, long buffers) {
        touched ^= incoming[plan.kindOf(tile)].prefetch(plan.reads(), tile * plan.readsPerTile(), buffers, bytes);
    }

    /// Loads the populations that nodes read into rows: from their slots, then from buffers. Whole columns are
    /// loaded; for a cut link, the value of the slot is used.
    private void load(int tile, long buffers) {
        rowCopy.rows(starts, tileOffset(tile), readRows, 0, wholeRows);
        copy.fromBuffers(incoming[plan.kindOf(tile)], plan.reads(), tile * plan.readsPerTile(), buffers, read);
        TileCuts cuts = plan.cuts();
        int end = cuts.endOfCrossing()[tile];
        for (int k = cuts.first()[tile]; k < end; k++) {
            int link = cuts.links()[k];
            long row = read + TileCuts.direction(link) * rowBytes;
            copy.one(cutLinkSlot(link, tile), row + (long) TileCuts.place(link) * bytes);
        }
    }

    /// The address of the slot that holds the value of a cut link.
    private long cutLinkSlot(int link, int tile) {
        return starts[TileCuts.direction(link)] + tileOffset(tile) + (long) TileCuts.place(link) * bytes;
    }

    private void compute(Nodes nodes, int tile, boolean isWatched) {
        int first = nodes.lanes().first()[tile];
        int count = nodes.lanes().first()[tile + 1] - first;
        if (count == 0) {
            return;
        }
        int[] places = nodes.lanes().places();
        if (places == null || count == nodesPerTile) {
            computeAll(nodes, first, isWatched);
        } else {
            computeSome(nodes, places, first, count, isWatched);
        }
    }

    /// All nodes of a tile are of one class: its kernel reads and writes the tile's rows.
    private void computeAll(Nodes nodes, int first, boolean isWatched) {
        for (int i = 0; i < directions; i++) {
            nodes.in()[i] = read + i * rowBytes;
            nodes.out()[i] = sent + i * rowBytes;
        }
        run(nodes, first, nodesPerTile, isWatched);
    }

    /// @param places of nodes of the class, in their tiles
    private void computeSome(Nodes nodes, int[] places, int first, int count, boolean isWatched) {
        for (int i = 0; i < directions; i++) {
            nodes.in()[i] = packed + i * rowBytes;
            nodes.out()[i] = packed + i * rowBytes;
            copy.gather(read + i * rowBytes, places, first, count, packed + i * rowBytes);
        }
        run(nodes, first, count, isWatched);
        for (int i = 0; i < directions; i++) {
            copy.scatter(packed + i * rowBytes, sent + i * rowBytes, places, first, count);
        }
    }

    private void point(long[] fields, long[] streams, ClassRun nodes, int lane) {
        for (int f = 0; f < fields.length; f++) {
            streams[directions + f] = fields[f] + (long) lane * nodes.fieldValueBytes();
        }
    }

    private void run(Nodes nodes, int first, int count, boolean isWatched) {
        point(nodes.fieldsIn(), nodes.in(), nodes.of(), first);
        point(nodes.fieldsOut(), nodes.out(), nodes.of(), first);
        LaneKernel kernel = nodes.of().step();
        if (isWatched && kernel instanceof WatchedKernel watched) {
            watched.runWatched(nodes.in(), nodes.out(), nodes.of().scalars(step), count);
        } else {
            kernel.run(nodes.in(), nodes.out(), nodes.of().scalars(step), count);
        }
    }

    /// Stores the populations that stay in the tile in the slots of their target nodes. Whole rows are copied:
    /// populations that leave the tile along x or y go to slots that are never read, or that the value of a cut
    /// link overwrites.
    private void storeInTile(int tile) {
        rowCopy.rows(shiftedFrom, 0, shiftedTo, tileOffset(tile), shiftedRows);
        TileCuts cuts = plan.cuts();
        int end = cuts.first()[tile + 1];
        for (int k = cuts.first()[tile]; k < end; k++) {
            int link = cuts.links()[k];
            long value = sent + opposite[TileCuts.direction(link)] * rowBytes + (long) TileCuts.place(link) * bytes;
            copy.one(value, cutLinkSlot(link, tile));
        }
    }

    /// Copies the outgoing populations of the tile to its buffers.
    private void storeInBuffers(int tile, long buffers) {
        copy.toBuffers(outgoing[plan.kindOf(tile)], plan.writes(), tile * plan.writesPerTile(), buffers, sent);
    }
}
