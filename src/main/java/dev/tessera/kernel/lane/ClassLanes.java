package dev.tessera.kernel.lane;

import dev.tessera.kernel.NodeClass;
import java.util.List;

/// The lanes of one class of nodes: the bulk's in storage order, another class's in the
/// order of its fluid numbers.
///
/// @param steps for each stage, the stored values of its kernel
/// @param nodes number of nodes of the class
/// @param chunks for each worker its chunks, in order
/// @param tables made the chunks' tables
public record ClassLanes(
        NodeClass nodeClass, List<SlotStreams> steps, long nodes, List<List<LaneChunk>> chunks, ChunkTables tables) {
    public ClassLanes {
        steps = List.copyOf(steps);
        chunks = chunks.stream().map(List::copyOf).toList();
    }

    /// The fluid numbers of a chunk's lanes.
    public int[] fluidNumbers(LaneChunk chunk) {
        return tables.fluidNumbers(chunk);
    }

    public long tableBytes() {
        return chunks.stream()
                .flatMap(List::stream)
                .mapToLong(LaneChunk::tableBytes)
                .sum();
    }
}
