package dev.tessera.kernel.lane;

import java.util.List;

/// Consecutive lanes of a class that one worker runs, with one table per phase.
///
/// @param firstLane index of the first lane's field values
/// @param lanes number of nodes
/// @param strip of the box that contains its middle lane, 0, 1 … along y: a worker runs strip by strip
/// @param tables a [LaneTable] for each phase; none if steps run tile by tile; owned, not to be changed
public record LaneChunk(long firstLane, int lanes, int strip, List<long[]> tables) {
    public LaneChunk {
        tables = List.copyOf(tables);
    }

    public long tableBytes() {
        return tables.stream().mapToLong(table -> 8L * table.length).sum();
    }
}
