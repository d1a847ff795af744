package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.SlotStream;
import dev.tessera.kernel.lane.TileLanes;
import java.util.List;

/// The nodes of one class in the tile that a worker runs, in one stage. Not thread-safe.
final class TileClass {
    private final ClassRun of;
    private final StageRun stage;
    private final TileLanes lanes;
    private final int nodesPerTile;
    private final boolean[] isIn; // [stream]
    private final boolean[] isOut;
    private final long[] tileBytes; // [stream] of a stored field that is stored: bytes from tile to tile; otherwise 0
    private final long[] rows; // [stream] addresses by place; of a stored field: of its first value
    private final long[] packed; // [stream] addresses of rows with the class's nodes only
    private final ValueCopy[] copies; // [stream]
    private final long[] fieldsIn; // addresses of lane 0
    private final long[] fieldsOut;
    private final long[] in;
    private final long[] out;
    private double[] scalars = {}; // of the present step

    /// @param rows for each stream of the kernel the address of what is loaded, by place, or of what is stored:
    ///        by place, or the first value of a stored field
    /// @param scratch address of [#rows] rows
    TileClass(
            ClassRun of,
            int stage,
            TileLanes lanes,
            int nodesPerTile,
            Precision precision,
            long[] rows,
            long scratch,
            long rowBytes) {
        this.of = of;
        this.stage = of.stages().get(stage);
        this.lanes = lanes;
        this.nodesPerTile = nodesPerTile;
        List<SlotStream> streams = this.stage.slots().streams();
        this.isIn = new boolean[rows.length];
        this.isOut = new boolean[rows.length];
        this.tileBytes = new long[rows.length];
        this.rows = rows;
        this.packed = new long[rows.length];
        this.copies = new ValueCopy[rows.length];
        int[] places = packedRows(streams);
        for (int s = 0; s < rows.length; s++) {
            packed[s] = scratch + places[s] * rowBytes;
            isIn[s] = streams.get(s).isIn();
            isOut[s] = streams.get(s).isOut();
            boolean isField = streams.get(s).value() == SlotStream.Value.FIELD;
            copies[s] = new ValueCopy(isField ? precision.computedBytes() : precision.storedBytes());
            tileBytes[s] = isField && isOut[s] ? (long) nodesPerTile * precision.computedBytes() : 0;
        }
        this.fieldsIn = new long[this.stage.streams().fieldsIn().size()];
        this.fieldsOut = new long[this.stage.streams().fieldsOut().size()];
        of.address(this.stage.streams().fieldsIn(), 0, fieldsIn, 0);
        of.address(this.stage.streams().fieldsOut(), 0, fieldsOut, 0);
        this.in = new long[this.stage.streams().in()];
        this.out = new long[this.stage.streams().out()];
    }

    /// Rows of packed values that a kernel needs.
    static int rows(List<SlotStream> streams) {
        int rows = 0;
        for (int row : packedRows(streams)) {
            rows = Math.max(rows, row + 1);
        }
        return rows;
    }

    /// Incoming and outgoing populations of a direction share a row.
    private static int[] packedRows(List<SlotStream> streams) {
        int[] rows = new int[streams.size()];
        int next = 0;
        for (int s = 0; s < rows.length; s++) {
            rows[s] = -1;
            for (int other = 0; other < s && streams.get(s).value() == SlotStream.Value.WRITTEN; other++) {
                if (streams.get(other).value() == SlotStream.Value.READ
                        && streams.get(other).array() == streams.get(s).array()
                        && streams.get(other).direction() == streams.get(s).direction()) {
                    rows[s] = rows[other];
                }
            }
            rows[s] = rows[s] < 0 ? next++ : rows[s];
        }
        return rows;
    }

    /// @param step as in [StepWork#run]
    void run(int tile, int step, boolean isWatched) {
        scalars = stage.scalars(step);
        int first = lanes.first()[tile];
        int count = lanes.first()[tile + 1] - first;
        if (count == 0) {
            return;
        }
        int[] places = lanes.places();
        if (places == null || count == nodesPerTile) {
            runAll(tile, first, isWatched);
        } else {
            runSome(tile, places, first, count, isWatched);
        }
    }

    /// All nodes of a tile are of one class: its kernel reads and writes the tile's rows.
    private void runAll(int tile, int first, boolean isWatched) {
        assign(stage.slots().in(), rows, in, tile);
        assign(stage.slots().out(), rows, out, tile);
        call(first, nodesPerTile, isWatched);
    }

    /// @param places of nodes of the class, in their tiles
    private void runSome(int tile, int[] places, int first, int count, boolean isWatched) {
        for (int s = 0; s < rows.length; s++) {
            if (isIn[s]) {
                copies[s].gather(rows[s], places, first, count, packed[s]);
            }
        }
        assign(stage.slots().in(), packed, in, 0);
        assign(stage.slots().out(), packed, out, 0);
        call(first, count, isWatched);
        for (int s = 0; s < rows.length; s++) {
            if (isOut[s]) {
                copies[s].scatter(packed[s], rows[s] + tile * tileBytes[s], places, first, count);
            }
        }
    }

    private void assign(int[] numbers, long[] addresses, long[] target, int tile) {
        for (int k = 0; k < numbers.length; k++) {
            if (numbers[k] >= 0) {
                target[k] = addresses[numbers[k]] + tile * tileBytes[numbers[k]];
            }
        }
    }

    private void point(long[] fields, long[] target, int from, int lane) {
        for (int f = 0; f < fields.length; f++) {
            target[from + f] = fields[f] + (long) lane * of.fieldValueBytes();
        }
    }

    private void call(int first, int count, boolean isWatched) {
        point(fieldsIn, in, stage.streams().slotsIn(), first);
        point(fieldsOut, out, stage.streams().slotsOut(), first);
        if (isWatched && stage.step() instanceof WatchedKernel watched) {
            watched.runWatched(in, out, scalars, count);
        } else {
            stage.step().run(in, out, scalars, count);
        }
    }
}
