package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.TileArray;
import dev.tessera.kernel.lane.TileColumn;
import dev.tessera.kernel.lane.TileCuts;
import dev.tessera.kernel.lane.TilePlan;
import java.util.List;

/// The populations of one array in the tile that a worker runs: rows of what its nodes read, and of what they
/// write. Not thread-safe.
final class TileRows {
    private final TileArray array;
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
    private final long[] readBuffers; // [phase] addresses
    private final long[] writtenBuffers;
    private final long rowBytes;
    private final long read; // rows of the populations that a tile's nodes read, by place
    private final long sent; // rows of the populations that they write
    private final ValueCopy copy;
    private final RowCopy rowCopy = RowCopy.fastest();

    @SuppressWarnings("UnusedVariable") // stored, so that the JVM does not remove the prefetching reads
    private long touched;

    /// @param memory address of the array's first slot
    /// @param scratch address of `2 directions` rows
    TileRows(TilePlan plan, TileArray array, Precision precision, long memory, long scratch, long rowBytes) {
        this.array = array;
        this.directions = array.directions();
        this.bytes = precision.storedBytes();
        this.nodesPerTile = plan.nodesPerTile();
        this.readBuffers = new long[array.phases()];
        this.writtenBuffers = new long[array.phases()];
        for (int phase = 0; phase < array.phases(); phase++) {
            readBuffers[phase] = memory + array.readBuffers(phase) * bytes;
            writtenBuffers[phase] = memory + array.writtenBuffers(phase) * bytes;
        }
        this.rowBytes = rowBytes;
        this.read = scratch;
        this.sent = read + directions * rowBytes;
        this.copy = new ValueCopy(bytes);
        this.opposite = new int[directions];
        this.starts = new long[directions];
        this.readRows = new long[directions];
        this.wholeRows = new int[directions];
        this.shiftedFrom = new long[directions];
        this.shiftedTo = new long[directions];
        this.shiftedRows = new int[directions];
        for (int i = 0; i < directions; i++) {
            int shift = array.shift(i);
            opposite[i] = array.opposite(i);
            starts[i] = memory + array.start(i) * bytes;
            readRows[i] = read + i * rowBytes;
            wholeRows[i] = nodesPerTile * bytes;
            shiftedFrom[i] = sent + i * rowBytes + (long) Math.max(0, -shift) * bytes;
            shiftedTo[i] = starts[i] + (long) Math.max(0, shift) * bytes;
            shiftedRows[i] = Math.max(0, nodesPerTile - Math.abs(shift)) * bytes;
        }
        this.incoming = values(array.incoming());
        this.outgoing = values(array.outgoing());
    }

    private BufferedValues[] values(List<List<TileColumn>> kinds) {
        return kinds.stream()
                .map(columns -> BufferedValues.of(columns, bytes, rowBytes))
                .toArray(BufferedValues[]::new);
    }

    /// The row of the populations that nodes read for a direction.
    long read(int direction) {
        return read + direction * rowBytes;
    }

    /// The row of the populations that nodes write.
    long sent(int direction) {
        return sent + direction * rowBytes;
    }

    private long tileOffset(int tile) {
        return (long) tile * nodesPerTile * bytes;
    }

    /// Prefetches the incoming populations of a tile: [#load] does too much work per value to keep several
    /// cache lines in flight.
    void prefetch(int tile, int phase) {
        long buffers = readBuffers[phase];
        touched ^= incoming[array.kindOf(tile)].prefetch(array.reads(), tile * array.readsPerTile(), buffers, bytes);
    }

    /// Loads the populations that nodes read into rows: from their slots, then from buffers. Whole columns are
    /// loaded; for a cut link, the value of the slot is used.
    void load(int tile, int phase) {
        long buffers = readBuffers[phase];
        rowCopy.rows(starts, tileOffset(tile), readRows, 0, wholeRows);
        copy.fromBuffers(incoming[array.kindOf(tile)], array.reads(), tile * array.readsPerTile(), buffers, read);
        TileCuts cuts = array.cuts();
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

    /// Stores the populations that nodes have written.
    void store(int tile, int phase) {
        storeInTile(tile);
        long buffers = writtenBuffers[phase];
        copy.toBuffers(outgoing[array.kindOf(tile)], array.writes(), tile * array.writesPerTile(), buffers, sent);
    }

    /// Stores the populations that stay in the tile in the slots of their target nodes. Whole rows are copied:
    /// populations that leave the tile along x or y go to slots that are never read, or that the value of a cut
    /// link overwrites.
    private void storeInTile(int tile) {
        rowCopy.rows(shiftedFrom, 0, shiftedTo, tileOffset(tile), shiftedRows);
        TileCuts cuts = array.cuts();
        int end = cuts.first()[tile + 1];
        for (int k = cuts.first()[tile]; k < end; k++) {
            int link = cuts.links()[k];
            long value = sent + opposite[TileCuts.direction(link)] * rowBytes + (long) TileCuts.place(link) * bytes;
            copy.one(value, cutLinkSlot(link, tile));
        }
    }
}
