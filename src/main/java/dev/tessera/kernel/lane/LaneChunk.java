package dev.tessera.kernel.lane;

import java.util.List;

/// Consecutive lanes of a class that one worker runs, with one table per stage and phase.
///
/// @param firstLane index of the first lane's field values
/// @param lanes number of nodes
/// @param strip of the box that contains its middle lane, 0, 1 … along y: a worker runs strip by strip
/// @param tables for each stage a [LaneTable] for each phase; none for a stage without work, or if steps run tile
///        by tile; owned, not to be changed
/// @param orders for each table, which of the chunk's lanes each of its lanes is; empty: they are in order
public record LaneChunk(long firstLane, int lanes, int strip, List<List<long[]>> tables, List<List<char[]>> orders) {
    /// Lanes at most, which the numbers in `orders` can tell apart.
    static final int MOST_LANES = Character.MAX_VALUE + 1;

    public LaneChunk {
        tables = tables.stream().map(List::copyOf).toList();
        orders = orders.stream().map(List::copyOf).toList();
        if (lanes > MOST_LANES) {
            throw new IllegalArgumentException("a chunk of %d lanes has more than %d".formatted(lanes, MOST_LANES));
        }
    }

    /// Whether the chunk has no table for a stage.
    public boolean isIdle(int stage) {
        return tables.get(stage).isEmpty();
    }

    /// Which of the chunk's lanes each lane of a table is; empty: they are in order.
    public char[] order(int stage, int phase) {
        return orders.get(stage).get(phase);
    }

    /// Bytes of tables and orders.
    public long tableBytes() {
        long bytes = 0;
        for (List<long[]> ofStage : tables) {
            for (long[] table : ofStage) {
                bytes += (long) Long.BYTES * table.length;
            }
        }
        for (List<char[]> ofStage : orders) {
            for (char[] order : ofStage) {
                bytes += (long) Character.BYTES * order.length;
            }
        }
        return bytes;
    }
}
