package dev.tessera.geometry.mesh;

import java.util.Arrays;

/// Orients parts consistently: votes between pairs are summed, and the strongest decide first.
final class SheetGraph {
    private final int[] parent;
    private final boolean[] flipped; // relative to the parent
    private long[] pairs = new long[16];
    private double[] weights = new double[16];
    private int votes;

    SheetGraph(int parts) {
        this.parent = new int[parts];
        Arrays.setAll(parent, i -> i);
        this.flipped = new boolean[parts];
    }

    /// @param weight positive where the two have the same orientation, negative where one should be reversed
    void add(int a, int b, double weight) {
        if (votes == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * votes);
            weights = Arrays.copyOf(weights, 2 * votes);
        }
        pairs[votes] = (long) Math.min(a, b) << 32 | Math.max(a, b);
        weights[votes++] = weight;
    }

    /// Joins all that have votes, the strongest first.
    void join() {
        Integer[] order = new Integer[votes];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (i, j) -> Long.compare(pairs[i], pairs[j]));
        int sums = 0;
        long[] pair = new long[votes];
        double[] sum = new double[votes];
        for (int i : order) {
            if (sums == 0 || pair[sums - 1] != pairs[i]) {
                pair[sums++] = pairs[i];
            }
            sum[sums - 1] += weights[i];
        }
        Integer[] strongest = new Integer[sums];
        Arrays.setAll(strongest, i -> i);
        Arrays.sort(strongest, (i, j) -> Double.compare(Math.abs(sum[j]), Math.abs(sum[i])));
        for (int i : strongest) {
            unite((int) (pair[i] >>> 32), (int) pair[i], sum[i] < 0);
        }
    }

    private void unite(int a, int b, boolean different) {
        int rootA = root(a);
        int rootB = root(b);
        if (rootA != rootB) {
            boolean turn = turned(a) ^ turned(b) ^ different;
            parent[rootB] = rootA;
            flipped[rootB] = turn;
        }
    }

    int root(int part) {
        int at = part;
        while (parent[at] != at) {
            at = parent[at];
        }
        return at;
    }

    /// Whether a part must be reversed to have the orientation of its root.
    boolean turned(int part) {
        boolean turn = false;
        for (int at = part; parent[at] != at; at = parent[at]) {
            turn ^= flipped[at];
        }
        return turn;
    }
}
