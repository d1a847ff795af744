package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TileChunk;
import dev.tessera.kernel.lane.TileCuts;
import dev.tessera.kernel.lane.TileLanes;
import dev.tessera.kernel.lane.TilePlan;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostFaces;
import java.util.ArrayList;
import java.util.List;

/// Runs tiles with ghost buffers, as [TilePlan] says: what arrives goes to the nodes' slots, kernels bring
/// new values to scratch rows, and these go to slots and buffers. One worker's; not thread-safe.
final class TileRunner {
    private static final int LINE_BYTES = 64;
    private static final int CHUNKS_BETWEEN_LOOKS = 8;

    private final TilePlan plan;
    private final int directions;
    private final int[] opposite;
    private final int[] shifts;
    private final long[] starts; // [direction] addresses of tile 0
    private final int bytes; // of a slot
    private final int nodesPerTile;
    private final long memory;
    private final long rowBytes;
    private final long rows; // what a tile's nodes send, by place
    private final long apart; // what nodes of one class read and send, side by side
    private final long kept; // what came back along cut links
    private final ValueCopy copy;
    private final List<Nodes> classes = new ArrayList<>();
    private int chunks; // that were run so far

    /// A class of nodes, with room for the addresses of its streams.
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
        this.rows = scratch;
        this.apart = rows + directions * rowBytes;
        this.kept = apart + directions * rowBytes;
        this.copy = new ValueCopy(bytes);
        this.opposite = new int[directions];
        this.shifts = new int[directions];
        this.starts = new long[directions];
        for (int i = 0; i < directions; i++) {
            opposite[i] = lanes.opposite(i);
            shifts[i] = plan.shift(i);
            starts[i] = memory + plan.start(i) * bytes;
        }
        for (ClassRun run : classes) {
            this.classes.add(Nodes.of(run, plan.classes().get(run.index())));
        }
    }

    static long scratchBytes(TilePlan plan, int directions, Precision precision) {
        return 3L * directions * rowBytes(plan, precision);
    }

    /// An odd number of lines, so that rows do not meet in one set of a cache.
    private static long rowBytes(TilePlan plan, Precision precision) {
        long lines = Math.ceilDiv((long) plan.nodesPerTile() * precision.storedBytes(), LINE_BYTES);
        return (lines | 1) * LINE_BYTES;
    }

    void run(TileChunk chunk, int phase) {
        long in = memory + plan.readBuffers(phase) * bytes;
        long out = memory + plan.writtenBuffers(phase) * bytes;
        boolean looks = chunks++ % CHUNKS_BETWEEN_LOOKS == 0;
        for (int tile = chunk.firstTile(); tile < chunk.endTile(); tile++) {
            bring(tile, in);
            for (Nodes nodes : classes) {
                compute(nodes, tile, looks && tile == chunk.firstTile());
            }
            takeBack(tile);
            send(tile, out);
        }
    }

    private long address(int direction, int tile) {
        return starts[direction] + (long) tile * nodesPerTile * bytes;
    }

    /// Brings what arrives to the slots of the nodes that it arrives at. Whole columns come: values of links
    /// that are cut are put back.
    private void bring(int tile, long buffers) {
        TileCuts cuts = plan.cuts();
        int first = cuts.first()[tile];
        int crossing = cuts.endOfCrossing()[tile];
        for (int k = first; k < crossing; k++) {
            copy.one(own(cuts.links()[k], tile), kept + (long) (k - first) * bytes);
        }
        int[] starts = plan.buffers().reads();
        int entry = tile * plan.buffers().readsPerTile();
        for (GhostFaces.Column column : plan.arriving(tile)) {
            int start = starts[entry++];
            if (start != GhostBuffers.NONE) {
                copy.scattered(
                        buffers + (long) start * bytes,
                        column.places(),
                        address(column.direction(), tile),
                        column.nodes());
            }
        }
        for (int k = first; k < crossing; k++) {
            copy.one(kept + (long) (k - first) * bytes, own(cuts.links()[k], tile));
        }
    }

    /// The address of the slot to which the value of a cut link comes back.
    private long own(int link, int tile) {
        return address(TileCuts.direction(link), tile) + (long) TileCuts.place(link) * bytes;
    }

    private void compute(Nodes nodes, int tile, boolean looks) {
        int first = nodes.lanes().first()[tile];
        int count = nodes.lanes().first()[tile + 1] - first;
        if (count == 0) {
            return;
        }
        int[] places = nodes.lanes().places();
        boolean isWhole = places == null || count == nodesPerTile;
        for (int i = 0; i < directions; i++) {
            nodes.in()[i] = address(i, tile);
            nodes.out()[i] = rows + i * rowBytes;
            if (!isWhole) {
                nodes.out()[i] = apart + i * rowBytes;
                copy.gathered(nodes.in()[i], places, first, count, nodes.out()[i]);
                nodes.in()[i] = nodes.out()[i];
            }
        }
        point(nodes.fieldsIn(), nodes.in(), nodes.of(), first);
        point(nodes.fieldsOut(), nodes.out(), nodes.of(), first);
        run(nodes, isWhole ? nodesPerTile : count, looks);
        for (int i = 0; i < directions && !isWhole; i++) {
            copy.spread(apart + i * rowBytes, rows + i * rowBytes, places, first, count);
        }
    }

    private void point(long[] fields, long[] streams, ClassRun nodes, int lane) {
        for (int f = 0; f < fields.length; f++) {
            streams[directions + f] = fields[f] + (long) lane * nodes.fieldValueBytes();
        }
    }

    private static void run(Nodes nodes, int count, boolean looks) {
        LaneKernel kernel = nodes.of().step();
        if (looks && kernel instanceof WatchedKernel watched) {
            watched.runWatched(nodes.in(), nodes.out(), nodes.of().parameters(), count);
        } else {
            kernel.run(nodes.in(), nodes.out(), nodes.of().parameters(), count);
        }
    }

    /// Brings what stays in the tile to the slots of the nodes that it goes to. Rows move as a whole: what
    /// should have left the tile along x or y comes to slots that nobody reads, or that the value of a cut
    /// link overwrites.
    private void takeBack(int tile) {
        for (int i = 0; i < directions; i++) {
            int shift = shifts[i];
            int count = nodesPerTile - Math.abs(shift);
            if (count > 0) {
                copy.row(
                        rows + i * rowBytes + (long) Math.max(0, -shift) * bytes,
                        address(i, tile) + (long) Math.max(0, shift) * bytes,
                        count);
            }
        }
        TileCuts cuts = plan.cuts();
        int end = cuts.first()[tile + 1];
        for (int k = cuts.first()[tile]; k < end; k++) {
            int link = cuts.links()[k];
            long sent = rows + opposite[TileCuts.direction(link)] * rowBytes + (long) TileCuts.place(link) * bytes;
            copy.one(sent, own(link, tile));
        }
    }

    /// Brings what leaves the tile to its buffers.
    private void send(int tile, long buffers) {
        int[] starts = plan.buffers().writes();
        int entry = tile * plan.buffers().writesPerTile();
        for (GhostFaces.Column column : plan.leaving(tile)) {
            int start = starts[entry++];
            if (start != GhostBuffers.NONE) {
                copy.scattered(
                        rows + column.direction() * rowBytes,
                        column.nodes(),
                        buffers + (long) start * bytes,
                        column.places());
            }
        }
    }
}
