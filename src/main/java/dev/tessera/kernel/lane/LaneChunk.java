package dev.tessera.kernel.lane;

import java.util.List;

/// Consecutive lanes of a class that one worker runs, with one table per stage and phase.
///
/// @param firstLane index of the first lane's field values
/// @param lanes number of nodes
/// @param strip of the box that contains its middle lane, 0, 1 … along y: a worker runs strip by strip
/// @param tables for each stage a [LaneTable] for each phase; none for a stage without work, or if steps run tile
///        by tile; owned, not to be changed
public record LaneChunk(long firstLane, int lanes, int strip, List<List<long[]>> tables) {
    public LaneChunk {
        tables = tables.stream().map(List::copyOf).toList();
    }

    /// Whether the chunk has no table for a stage.
    public boolean isIdle(int stage) {
        return tables.get(stage).isEmpty();
    }

    public long tableBytes() {
        return tables.stream()
                .flatMap(List::stream)
                .mapToLong(table -> 8L * table.length)
                .sum();
    }
}
