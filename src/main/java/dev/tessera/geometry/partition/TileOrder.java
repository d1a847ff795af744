package dev.tessera.geometry.partition;

import java.util.Arrays;

/// The order in which a bisection sweeps over a set of tiles: the first part of the sweep becomes one half, the rest
/// the other.
sealed interface TileOrder {
    /// Tiles in the order of the sweep, with the level of each; levels ascend.
    @SuppressWarnings("ArrayRecordComponent")
    record Swept(int[] tiles, int[] levels) {}

    /// @param set of tiles, ascending
    /// @param isIn whether a tile belongs to the set
    Swept sweep(TileGraph graph, int[] set, Membership isIn);

    /// Whether a tile belongs to a set.
    @FunctionalInterface
    interface Membership {
        boolean test(int tile);
    }

    /// Plane by plane at right angles to an axis.
    record Axis(int axis) implements TileOrder {
        @Override
        public Swept sweep(TileGraph graph, int[] set, Membership isIn) {
            int[] levels = new int[set.length];
            Arrays.setAll(levels, k -> graph.along(axis, set[k]));
            int[] starts = new int[graph.mesh().nodes(axis) + 1];
            for (int level : levels) {
                starts[level + 1]++;
            }
            Arrays.parallelPrefix(starts, Integer::sum);
            int[] tiles = new int[set.length];
            int[] sorted = new int[set.length];
            for (int k = 0; k < set.length; k++) {
                int to = starts[levels[k]]++;
                tiles[to] = set[k];
                sorted[to] = levels[k];
            }
            return new Swept(tiles, sorted);
        }
    }

    /// Along the branches of a vessel: by the length of the shortest path through the fluid from one of its ends.
    /// Steps to the 26 neighbours cost 3, 4 and 5, so that lengths are nearly Euclidean and fronts stand at right
    /// angles to a branch. Unconnected pieces follow one another.
    ///
    /// Source of the costs: G. Borgefors, Comput. Vision Graphics Image Process. 34, 344 (1986).
    record Path() implements TileOrder {
        private static final int COSTS = 6; // one more than the greatest cost of a step
        private static final int[] COST = {1, 0, 1};

        @Override
        public Swept sweep(TileGraph graph, int[] set, Membership isIn) {
            Search search = new Search(graph, set, isIn);
            search.from(set[0]);
            return search.from(search.last());
        }

        /// Shortest paths by one bucket for each length that can be next.
        private static final class Search {
            private final TileGraph graph;
            private final int[] set;
            private final Membership isIn;
            private final int[] lengths; // [tile], -1: not reached
            private final int[] tiles;
            private final int[] levels;
            private final int[] around = new int[27];
            private int count;

            Search(TileGraph graph, int[] set, Membership isIn) {
                this.graph = graph;
                this.set = set;
                this.isIn = isIn;
                this.lengths = new int[set[set.length - 1] - set[0] + 1];
                this.tiles = new int[set.length];
                this.levels = new int[set.length];
            }

            /// The tile farthest from the start within the first piece.
            int last() {
                int end = 1;
                while (end < count && levels[end] - levels[end - 1] < COSTS) {
                    end++;
                }
                return tiles[end - 1];
            }

            Swept from(int start) {
                Arrays.fill(lengths, -1);
                count = 0;
                reach(start, 0);
                for (int tile : set) {
                    if (lengths[tile - set[0]] < 0) {
                        reach(tile, levels[count - 1] + COSTS);
                    }
                }
                return new Swept(tiles.clone(), levels.clone());
            }

            private void reach(int start, int length) {
                IntQueue[] buckets = new IntQueue[COSTS];
                Arrays.setAll(buckets, b -> new IntQueue());
                lengths[start - set[0]] = length;
                buckets[length % COSTS].add(start);
                for (int at = length, empty = 0; empty < COSTS; at++) {
                    IntQueue bucket = buckets[at % COSTS];
                    empty = bucket.isEmpty() ? empty + 1 : 0;
                    while (!bucket.isEmpty()) {
                        int tile = bucket.take();
                        if (lengths[tile - set[0]] == at) { // else a shorter path was found
                            lengths[tile - set[0]] = at;
                            levels[count] = at;
                            tiles[count++] = tile;
                            spread(tile, at, buckets);
                        }
                    }
                }
            }

            private void spread(int tile, int length, IntQueue[] buckets) {
                graph.around(tile, around);
                for (int code = 0; code < around.length; code++) {
                    int cost = COST[code % 3] + COST[code / 3 % 3] + COST[code / 9] + 2;
                    int next = cost == 2 ? -1 : around[code];
                    if (next >= 0 && isIn.test(next)) {
                        int known = lengths[next - set[0]];
                        if (known < 0 || known > length + cost) {
                            lengths[next - set[0]] = length + cost;
                            buckets[(length + cost) % COSTS].add(next);
                        }
                    }
                }
            }
        }
    }

    /// First in, first out.
    final class IntQueue {
        private int[] values = new int[64];
        private int from;
        private int end;

        boolean isEmpty() {
            return from == end;
        }

        void add(int value) {
            if (end == values.length) {
                int kept = end - from;
                values = Arrays.copyOfRange(values, from, from + Math.max(64, 2 * kept));
                from = 0;
                end = kept;
            }
            values[end++] = value;
        }

        int take() {
            int value = values[from++];
            if (from == end) {
                from = 0;
                end = 0;
            }
            return value;
        }
    }
}
