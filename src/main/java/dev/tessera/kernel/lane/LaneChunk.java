package dev.tessera.kernel.lane;

import java.util.List;

/// Consecutive lanes of a class that one worker runs: their tables, one a phase.
///
/// @param firstLane where their fields begin
/// @param lanes how many nodes
/// @param strip of the box in which its middle lane lies, 0, 1 … along y: a worker does strip after strip
/// @param tables a [LaneTable] for each phase; none where steps go tile by tile; owned, not to be changed
public record LaneChunk(long firstLane, int lanes, int strip, List<long[]> tables) {
    public LaneChunk {
        tables = List.copyOf(tables);
    }

    public long tableBytes() {
        return tables.stream().mapToLong(table -> 8L * table.length).sum();
    }
}
