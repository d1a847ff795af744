package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.LaneTable;
import dev.tessera.kernel.lane.SlotStreams;

/// Runs a kernel over the segments of a table: direct streams in place, the others through scratch rows. The next
/// segment's values are loaded before a segment is computed, so that memory access and arithmetic overlap. These
/// are values of other nodes, which the storage invariants allow. One instance per worker; not thread-safe.
final class SegmentRunner {
    private static final int TABLES_BETWEEN_CHECKS = 8;

    private final MoveCopy copy;
    private final int bytes; // of a slot
    private final int fieldBytes;
    private final int moveLanes;
    private final long memory;
    private final long[] rows; // two sets, used alternately
    private final long[] addresses; // of a segment's streams
    private int tables; // run so far

    /// Receives the incoming values of the next lanes.
    @FunctionalInterface
    interface Reader {
        /// @param addresses of the first lane's value of each stream; those of streams that are only stored
        ///        hold nothing. Valid until the reader returns
        void take(long[] addresses, int lanes);
    }

    // of the present kernel
    private int streams;
    private int directWords;
    private long rowBytes;
    private boolean inPlace;

    /// @param memory address of slot 0
    /// @param scratch address of [#scratchBytes] bytes, aligned to a cache line
    SegmentRunner(LanePlan plan, Precision precision, MoveCopy copy, long memory, long scratch) {
        this.copy = copy;
        this.bytes = precision.storedBytes();
        this.fieldBytes = precision.computedBytes();
        this.moveLanes = plan.moveLanes();
        this.memory = memory;
        this.rows = new long[] {scratch, scratch + (long) plan.rowSlots() * bytes};
        this.addresses = new long[plan.streams()];
    }

    static long scratchBytes(LanePlan plan, Precision precision) {
        return 2L * plan.rowSlots() * precision.storedBytes() + MoveCopy.PADDING_BYTES;
    }

    /// @param scalars of the kernel in this step
    /// @param in receives the streams; its fields hold the addresses of the first lane
    /// @param out as `in`
    void run(StageRun stage, double[] scalars, long[] table, long[] in, long[] out) {
        LaneKernel kernel = stage.step();
        SlotStreams slots = stage.slots();
        prepare(slots);
        int buffer = 0;
        if (table.length > 0) {
            load(table, 0, rows[buffer]);
        }
        for (int segment = 0; segment < table.length; ) {
            int next = end(table, segment);
            if (next < table.length) {
                load(table, next, rows[1 - buffer]);
            }
            int lanes = LaneTable.lanes(table[segment]);
            address(table, segment, rows[buffer]);
            assign(slots.in(), in);
            assign(slots.out(), out);
            if (segment == 0 && tables++ % TABLES_BETWEEN_CHECKS == 0 && kernel instanceof WatchedKernel watched) {
                watched.runWatched(in, out, scalars, lanes);
            } else {
                kernel.run(in, out, scalars, lanes);
            }
            store(table, segment, rows[buffer]);
            advance(in, slots.in().length, lanes);
            advance(out, slots.out().length, lanes);
            segment = next;
            buffer = 1 - buffer;
        }
    }

    /// Visits what a stage would read, in the order of the lanes; nothing is computed or stored.
    void read(StageRun stage, long[] table, Reader reader) {
        prepare(stage.slots());
        for (int segment = 0; segment < table.length; segment = end(table, segment)) {
            load(table, segment, rows[0]);
            address(table, segment, rows[0]);
            reader.take(addresses, LaneTable.lanes(table[segment]));
        }
    }

    private void prepare(SlotStreams slots) {
        streams = slots.count();
        directWords = LaneTable.directWords(streams);
        rowBytes = (long) LaneTable.pitch(moveLanes, slots.width()) * bytes;
        inPlace = slots.inPlace();
    }

    private int firstMove(long[] table, int segment) {
        int word = segment + 1 + directWords;
        for (int k = segment + 1; k <= segment + directWords; k++) {
            word += Long.bitCount(table[k]);
        }
        return word;
    }

    private int end(long[] table, int segment) {
        long header = table[segment];
        return firstMove(table, segment) + LaneTable.movesIn(header) + LaneTable.movesOut(header);
    }

    private void load(long[] table, int segment, long scratch) {
        long header = table[segment];
        int from = firstMove(table, segment);
        int shortEnd = from + LaneTable.shortMovesIn(header);
        copy.in(table, from, shortEnd, shortEnd + LaneTable.fullMovesIn(header), memory, scratch);
    }

    private void store(long[] table, int segment, long scratch) {
        long header = table[segment];
        int from = firstMove(table, segment);
        if (inPlace) {
            int shortEnd = from + LaneTable.shortMovesIn(header);
            copy.out(table, from, shortEnd, shortEnd + LaneTable.fullMovesIn(header), memory, scratch);
        } else {
            int first = from + LaneTable.movesIn(header);
            int shortEnd = first + LaneTable.shortMovesOut(header);
            copy.out(table, first, shortEnd, shortEnd + LaneTable.fullMovesOut(header), memory, scratch);
        }
    }

    private void address(long[] table, int segment, long scratch) {
        for (int s = 0; s < streams; s++) {
            addresses[s] = scratch + s * rowBytes;
        }
        int word = segment + 1 + directWords;
        for (int k = 0; k < directWords; k++) {
            for (long direct = table[segment + 1 + k]; direct != 0; direct &= direct - 1) {
                addresses[k * Long.SIZE + Long.numberOfTrailingZeros(direct)] = memory + table[word++] * bytes;
            }
        }
    }

    /// Streams that a kernel does not use get any address.
    private void assign(int[] of, long[] target) {
        for (int s = 0; s < of.length; s++) {
            target[s] = addresses[Math.max(0, of[s])];
        }
    }

    private void advance(long[] fields, int firstField, int lanes) {
        for (int f = firstField; f < fields.length; f++) {
            fields[f] += (long) lanes * fieldBytes;
        }
    }
}
