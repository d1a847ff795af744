package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.LaneTable;

/// Runs a kernel over the segments of a table: direct streams in place, the others through scratch rows. The next
/// segment's values are loaded before a segment is computed, so that memory access and arithmetic overlap. These
/// are values of other nodes, which the storage invariants allow. One instance per worker; not thread-safe.
final class SegmentRunner {
    private static final int TABLES_BETWEEN_CHECKS = 8;

    private final int directions;
    private final int streams;
    private final int[] opposite;
    private final boolean inPlace;
    private final MoveCopy copy;
    private final int bytes; // of a slot
    private final int fieldBytes;
    private final long rowBytes;
    private final long memory;
    private final long[] rows; // two sets, used alternately
    private final long[] addresses; // of a segment's streams
    private int tables; // run so far

    /// @param memory address of slot 0
    /// @param scratch address of [#scratchBytes] bytes, aligned to a cache line
    SegmentRunner(LanePlan plan, Precision precision, MoveCopy copy, long memory, long scratch) {
        this.directions = plan.directions();
        this.streams = plan.streams();
        this.opposite = new int[directions];
        for (int i = 0; i < directions; i++) {
            opposite[i] = plan.opposite(i);
        }
        this.inPlace = plan.inPlace();
        this.copy = copy;
        this.bytes = precision.storedBytes();
        this.fieldBytes = precision.computedBytes();
        this.rowBytes = (long) LaneTable.pitch(plan.moveLanes()) * bytes;
        this.memory = memory;
        this.rows = new long[] {scratch, scratch + streams * rowBytes};
        this.addresses = new long[streams];
    }

    static long scratchBytes(LanePlan plan, Precision precision) {
        return 2L * plan.streams() * LaneTable.pitch(plan.moveLanes()) * precision.storedBytes()
                + MoveCopy.PADDING_BYTES;
    }

    /// @param in receives the streams; its fields hold the addresses of the first lane
    /// @param out as `in`
    void run(LaneKernel kernel, double[] parameters, long[] table, long[] in, long[] out) {
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
            address(table, segment, rows[buffer], in, out);
            if (segment == 0 && tables++ % TABLES_BETWEEN_CHECKS == 0 && kernel instanceof WatchedKernel watched) {
                watched.runWatched(in, out, parameters, lanes);
            } else {
                kernel.run(in, out, parameters, lanes);
            }
            store(table, segment, rows[buffer]);
            advance(in, lanes);
            advance(out, lanes);
            segment = next;
            buffer = 1 - buffer;
        }
    }

    private static int firstMove(long[] table, int segment) {
        return segment + 2 + Long.bitCount(table[segment + 1]);
    }

    private static int end(long[] table, int segment) {
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

    private void address(long[] table, int segment, long scratch, long[] in, long[] out) {
        for (int s = 0; s < streams; s++) {
            addresses[s] = scratch + s * rowBytes;
        }
        int word = segment + 2;
        for (long direct = table[segment + 1]; direct != 0; direct &= direct - 1) {
            addresses[Long.numberOfTrailingZeros(direct)] = memory + table[word++] * bytes;
        }
        System.arraycopy(addresses, 0, in, 0, directions);
        if (inPlace) {
            for (int i = 0; i < directions; i++) {
                out[i] = addresses[opposite[i]];
            }
        } else {
            System.arraycopy(addresses, directions, out, 0, directions);
        }
    }

    private void advance(long[] fields, int lanes) {
        for (int f = directions; f < fields.length; f++) {
            fields[f] += (long) lanes * fieldBytes;
        }
    }
}
