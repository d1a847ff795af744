package dev.tessera.solver.checkpoint;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Values of nodes or links, by node and then direction.
///
/// @param nodes canonical numbers in the whole case, ascending
/// @param directions of the lattice; [#NODE] for a value of the node itself
/// @param values one per pair
public record LinkValues(long[] nodes, short[] directions, double[] values) {
    /// Stands for the node itself.
    public static final short NODE = -1;

    public LinkValues {
        if (nodes.length != values.length || directions.length != values.length) {
            throw new IllegalArgumentException(
                    "%d nodes, %d directions, %d values".formatted(nodes.length, directions.length, values.length));
        }
    }

    /// One value for each node.
    public static LinkValues ofNodes(long[] nodes, double[] values) {
        short[] directions = new short[nodes.length];
        Arrays.fill(directions, NODE);
        return new LinkValues(nodes, directions, values);
    }

    public int size() {
        return nodes.length;
    }

    /// The value of a node or link; NaN where there is none. The pairs have to be sorted.
    /// @return its index, or -1
    public int find(long node, int direction) {
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes[middle] != node
                    ? Long.compare(nodes[middle], node)
                    : Integer.compare(directions[middle], direction);
            if (order == 0) {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order > 0 ? middle - 1 : high;
        }
        return -1;
    }

    /// The same pairs, sorted.
    /// @throws IllegalArgumentException where a pair occurs twice
    public LinkValues sorted() {
        int[] order = IntStream.range(0, size())
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(k -> nodes[k]).thenComparingInt(k -> directions[k]))
                .mapToInt(Integer::intValue)
                .toArray();
        LinkValues sorted = new LinkValues(new long[size()], new short[size()], new double[size()]);
        for (int k = 0; k < order.length; k++) {
            sorted.nodes[k] = nodes[order[k]];
            sorted.directions[k] = directions[order[k]];
            sorted.values[k] = values[order[k]];
            if (k > 0 && sorted.nodes[k] == sorted.nodes[k - 1] && sorted.directions[k] == sorted.directions[k - 1]) {
                throw new IllegalArgumentException(
                        "node %d has two values for direction %d".formatted(sorted.nodes[k], sorted.directions[k]));
            }
        }
        return sorted;
    }

    /// The pairs whose nodes are in the ranges.
    public LinkValues within(NodeRanges wanted) {
        int[] kept = IntStream.range(0, size())
                .filter(k -> wanted.contains(nodes[k]))
                .toArray();
        LinkValues part = new LinkValues(new long[kept.length], new short[kept.length], new double[kept.length]);
        for (int k = 0; k < kept.length; k++) {
            part.nodes[k] = nodes[kept[k]];
            part.directions[k] = directions[kept[k]];
            part.values[k] = values[kept[k]];
        }
        return part;
    }

    /// The pairs of both, in order of appearance.
    public LinkValues and(LinkValues other) {
        int mine = size();
        LinkValues both = new LinkValues(
                Arrays.copyOf(nodes, mine + other.size()),
                Arrays.copyOf(directions, mine + other.size()),
                Arrays.copyOf(values, mine + other.size()));
        System.arraycopy(other.nodes, 0, both.nodes, mine, other.size());
        System.arraycopy(other.directions, 0, both.directions, mine, other.size());
        System.arraycopy(other.values, 0, both.values, mine, other.size());
        return both;
    }
}
