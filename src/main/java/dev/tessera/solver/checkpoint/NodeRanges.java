package dev.tessera.solver.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Ranges of canonical fluid node numbers of the whole case, ascending and disjoint. Immutable.
public final class NodeRanges {
    private final long[] bounds; // first, end, first, end … ; neighbouring ranges are joined

    private NodeRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /// `count` nodes from `first` on.
    public static NodeRanges of(long first, long count) {
        return ofBounds(first, Math.addExact(first, count));
    }

    /// @param bounds `first, end, first, end …`; an end is not included, empty ranges are left out
    /// @throws IllegalArgumentException where ranges are negative, overlap or do not ascend
    public static NodeRanges ofBounds(long... bounds) {
        long[] joined = new long[bounds.length];
        int used = 0;
        long before = 0;
        for (int r = 0; r < bounds.length; r += 2) {
            long end = r + 1 < bounds.length ? bounds[r + 1] : -1;
            if (bounds[r] < before || end < bounds[r]) {
                throw new IllegalArgumentException("node ranges %s do not ascend".formatted(Arrays.toString(bounds)));
            }
            if (used > 0 && joined[used - 1] == bounds[r]) {
                joined[used - 1] = end;
            } else if (end > bounds[r]) {
                joined[used++] = bounds[r];
                joined[used++] = end;
            }
            before = end;
        }
        return new NodeRanges(Arrays.copyOf(joined, used));
    }

    public boolean isEmpty() {
        return bounds.length == 0;
    }

    /// The number of ranges.
    public int count() {
        return bounds.length / 2;
    }

    public long first(int range) {
        return bounds[2 * range];
    }

    /// The node after the last one of a range.
    public long end(int range) {
        return bounds[2 * range + 1];
    }

    /// The number of nodes.
    public long nodes() {
        long sum = 0;
        for (int r = 0; r < count(); r++) {
            sum += end(r) - first(r);
        }
        return sum;
    }

    /// All nodes, one by one.
    public long[] listed() {
        long[] all = new long[Math.toIntExact(nodes())];
        int at = 0;
        for (int range = 0; range < count(); range++) {
            for (long node = first(range); node < end(range); node++) {
                all[at++] = node;
            }
        }
        return all;
    }

    /// The first node of all; 0 where there is none.
    public long first() {
        return isEmpty() ? 0 : bounds[0];
    }

    /// The node after the last one of all; 0 where there is none.
    public long end() {
        return isEmpty() ? 0 : bounds[bounds.length - 1];
    }

    public boolean contains(long node) {
        int at = Arrays.binarySearch(bounds, node);
        return at >= 0 ? at % 2 == 0 : (-at - 1) % 2 == 1;
    }

    /// The nodes that both have.
    public NodeRanges and(NodeRanges other) {
        long[] both = new long[2 * (count() + other.count())];
        int used = 0;
        int mine = 0;
        int its = 0;
        while (mine < count() && its < other.count()) {
            long first = Math.max(first(mine), other.first(its));
            long end = Math.min(end(mine), other.end(its));
            if (first < end) {
                both[used++] = first;
                both[used++] = end;
            }
            if (end(mine) < other.end(its)) {
                mine++;
            } else {
                its++;
            }
        }
        return new NodeRanges(Arrays.copyOf(both, used));
    }

    /// The nodes in pieces of at most `nodes` nodes, in order.
    public List<NodeRanges> inPieces(int nodes) {
        List<NodeRanges> pieces = new ArrayList<>();
        long[] piece = new long[bounds.length];
        int used = 0;
        long space = nodes;
        for (int r = 0; r < count(); r++) {
            long first = first(r);
            while (first < end(r)) {
                long end = Math.min(end(r), first + space);
                piece[used++] = first;
                piece[used++] = end;
                space -= end - first;
                first = end;
                if (space == 0) {
                    pieces.add(new NodeRanges(Arrays.copyOf(piece, used)));
                    used = 0;
                    space = nodes;
                }
            }
        }
        if (used > 0) {
            pieces.add(new NodeRanges(Arrays.copyOf(piece, used)));
        }
        return pieces;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeRanges ranges && Arrays.equals(bounds, ranges.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        return "nodes " + Arrays.toString(bounds);
    }
}
