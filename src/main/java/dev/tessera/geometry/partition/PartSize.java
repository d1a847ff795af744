package dev.tessera.geometry.partition;

import java.util.SequencedMap;

/// What a part computes, stores and exchanges.
///
/// @param nodes fluid nodes that the part updates
/// @param edgeNodes those with a link to another part
/// @param scatteredNodes edge nodes without another edge node beside them along x: they are far apart in memory
/// @param haloNodes of other parts, beside its own
/// @param boxNodes of the smallest box of whole tiles around it, with its halo; at most those of the geometry
/// @param sent populations that it sends after a step, by receiving part; it receives as many from each
public record PartSize(
        long nodes,
        long edgeNodes,
        long scatteredNodes,
        long haloNodes,
        long boxNodes,
        SequencedMap<Integer, Long> sent) {
    /// The number of other parts that it exchanges values with, which is the number of its messages per step.
    public int neighbours() {
        return sent.size();
    }

    /// Populations that it sends after a step.
    public long populations() {
        return sent.values().stream().mapToLong(Long::longValue).sum();
    }
}
