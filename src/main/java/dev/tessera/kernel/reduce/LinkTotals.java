package dev.tessera.kernel.reduce;

import java.util.List;
import java.util.stream.IntStream;

/// Sums over links, for each direction: of the population that the node reads for this direction in the next step
/// (before any boundary rule, in canonical form). The result is `[direction]`.
public final class LinkTotals implements Reduction<List<ExactSum>> {
    private final NodeList nodes;
    private final int[] directions;
    private final long[] counts;

    /// @param directions for each entry of the list one bit per direction that counts
    /// @param q directions of the lattice, at most 31
    public LinkTotals(NodeList nodes, int[] directions, int q) {
        if (directions.length != nodes.size() || q > 31) {
            throw new IllegalArgumentException(
                    "directions of %d nodes for %s, %d directions".formatted(directions.length, nodes, q));
        }
        this.nodes = nodes;
        this.directions = directions.clone();
        this.counts = new long[q];
        for (int bits : directions) {
            for (int i = 0; i < q; i++) {
                counts[i] += bits >>> i & 1;
            }
        }
    }

    public NodeList nodes() {
        return nodes;
    }

    /// One bit per direction that counts.
    public int directions(int entry) {
        return directions[entry];
    }

    /// The number of links of each direction.
    public long count(int direction) {
        return counts[direction];
    }

    @Override
    public List<String> quantities() {
        return List.of();
    }

    @Override
    public List<ExactSum> empty() {
        return IntStream.range(0, counts.length).mapToObj(i -> new ExactSum()).toList();
    }
}
