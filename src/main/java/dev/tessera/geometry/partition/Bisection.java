package dev.tessera.geometry.partition;

import dev.tessera.geometry.ParallelLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Recursive bisection: the tiles are divided in two between two groups of parts, until each group is one part. Every
/// division tries several orders of the tiles, and in each order the place within a tolerance of balance where the
/// cut links weigh least; the order with the least weight is used. Links along x can weigh more than others, since
/// nodes beside a cut across x are far apart in memory.
///
/// Source of recursive coordinate bisection: M. J. Berger, S. H. Bokhari, IEEE Trans. Comput. C-36, 570 (1987).
final class Bisection implements CutMethod {
    private final String key;
    private final Orders orders;
    private final double tolerance;
    private final boolean isPlanar;
    private final int[] weights; // of a cut link, [axis]

    /// Which orders a division tries.
    private enum Orders {
        LONGEST_AXIS,
        AXES,
        AXES_AND_PATH;

        int count() {
            return switch (this) {
                case LONGEST_AXIS -> 1;
                case AXES -> 3;
                case AXES_AND_PATH -> 4;
            };
        }
    }

    private Bisection(String key, Orders orders, double tolerance, boolean isPlanar, int weightX) {
        this.key = key;
        this.weights = new int[] {weightX, 1, 1};
        this.orders = orders;
        this.tolerance = tolerance;
        this.isPlanar = isPlanar;
    }

    /// Between planes of tiles at right angles to the longest axis: parts are boxes.
    static CutMethod planes() {
        return new Bisection("planes", Orders.LONGEST_AXIS, 0, true, 1);
    }

    /// Along the axis with the least weight of cut links.
    /// @param tolerance of the fluid nodes of each division that may be on the wrong side, as a fraction
    /// @param weightX of a link along x; 1 along other axes
    static CutMethod axes(double tolerance, int weightX) {
        return new Bisection(key("axes", weightX), Orders.AXES, tolerance, false, weightX);
    }

    /// The same, also along the branches of a vessel.
    static CutMethod branches(double tolerance, int weightX) {
        return new Bisection(key("branches", weightX), Orders.AXES_AND_PATH, tolerance, false, weightX);
    }

    private static String key(String name, int weightX) {
        return weightX == 1 ? name : name + "-in-rows";
    }

    @Override
    public String key() {
        return key;
    }

    /// A full box has no branches.
    @Override
    public boolean isFor(TileGraph graph) {
        return orders != Orders.AXES_AND_PATH || !graph.isFull();
    }

    @Override
    public int[] owners(TileGraph graph, double[] shares, ForkJoinPool workers) {
        Work work = new Work(graph, shares);
        List<Group> open = List.of(new Group(graph.all(), 0, shares.length));
        while (!open.isEmpty()) {
            open = work.divided(open, workers);
        }
        return work.owners;
    }

    /// The axis along which the tiles extend over the most nodes; of several, the last one: nodes beside its planes
    /// are stored together.
    private static int longest(TileGraph graph, int[] set) {
        int best = 0;
        int most = -1;
        for (int axis = 0; axis < 3; axis++) {
            int low = Integer.MAX_VALUE;
            int high = -1;
            for (int tile : set) {
                low = Math.min(low, graph.along(axis, tile));
                high = Math.max(high, graph.along(axis, tile));
            }
            int extent = (high - low) * graph.edge(axis);
            if (extent >= most) {
                most = extent;
                best = axis;
            }
        }
        return best;
    }

    /// A division of a set in two.
    ///
    /// @param first tiles of the sweep in the first half
    /// @param cutLinks weight of the straight links between the halves
    /// @param misplaced fluid nodes on the wrong side, as a fraction of the set
    private record Cut(TileOrder.Swept swept, int first, long cutLinks, double misplaced) {}

    /// Tiles of parts from … end - 1.
    ///
    /// @param tiles ascending
    private record Group(int[] tiles, int from, int end) {
        int middle() {
            return (from + end) / 2;
        }
    }

    private final class Work {
        private final TileGraph graph;
        private final double[] shares;
        private final int[] owners; // [tile]
        private final int[] groups; // [tile], number of its group among those that are divided

        Work(TileGraph graph, double[] shares) {
            this.graph = graph;
            this.shares = shares;
            this.owners = new int[graph.tiles()];
            this.groups = new int[graph.tiles()];
        }

        /// Divides every group in two; those of one part are done.
        List<Group> divided(List<Group> open, ForkJoinPool workers) {
            List<Group> left = new ArrayList<>();
            for (Group group : open) {
                boolean isDone = group.end - group.from == 1;
                for (int tile : group.tiles) {
                    owners[tile] = group.from;
                    groups[tile] = isDone ? -1 : left.size();
                }
                if (!isDone) {
                    left.add(group);
                }
            }
            Cut[][] cuts = new Cut[left.size()][];
            for (int number = 0; number < cuts.length; number++) {
                cuts[number] = new Cut[orders.count()];
            }
            int each = orders.count();
            ParallelLoop.over(workers, each * cuts.length, k -> {
                cuts[k / each][k % each] = cut(left.get(k / each), k / each, k % each);
            });
            Group[] halves = new Group[2 * cuts.length];
            ParallelLoop.over(workers, cuts.length, number -> {
                Group group = left.get(number);
                Cut cut = best(cuts[number]);
                int[] swept = cut.swept.tiles();
                int[] low = Arrays.copyOf(swept, cut.first);
                int[] high = Arrays.copyOfRange(swept, cut.first, swept.length);
                Arrays.sort(low);
                Arrays.sort(high);
                halves[2 * number] = new Group(low, group.from, group.middle());
                halves[2 * number + 1] = new Group(high, group.middle(), group.end);
            });
            return List.of(halves);
        }

        /// The best cut of a group in one order.
        private Cut cut(Group group, int number, int order) {
            double first = Arrays.stream(shares, group.from, group.middle()).sum();
            double fraction =
                    first / Arrays.stream(shares, group.from, group.end).sum();
            TileOrder.Swept swept = order(order, group.tiles).sweep(graph, group.tiles, tile -> groups[tile] == number);
            return cut(swept, group, number, fraction);
        }

        private TileOrder order(int order, int[] set) {
            if (orders == Orders.LONGEST_AXIS) {
                return new TileOrder.Axis(longest(graph, set));
            }
            return order < 3 ? new TileOrder.Axis(2 - order) : new TileOrder.Path(); // of equal cuts, that along z
        }

        /// The cut with the least weight of links among those that are balanced, otherwise the one nearest to balance.
        private Cut best(Cut[] cuts) {
            Cut best = cuts[0];
            for (Cut other : cuts) {
                boolean isBalanced = other.misplaced <= tolerance;
                boolean isBestBalanced = best.misplaced <= tolerance;
                if (isBalanced && (!isBestBalanced || other.cutLinks < best.cutLinks)
                        || !isBalanced && !isBestBalanced && other.misplaced < best.misplaced) {
                    best = other;
                }
            }
            return best;
        }

        /// The place in a sweep with the least weight of cut links among those within the tolerance of balance; where
        /// there is none, the one nearest to balance.
        private Cut cut(TileOrder.Swept swept, Group group, int number, double fraction) {
            int[] tiles = swept.tiles();
            int offset = group.tiles[0];
            int least = group.middle() - group.from; // tiles, one for each part
            int leastBehind = group.end - group.middle();
            boolean[] passed = new boolean[group.tiles[group.tiles.length - 1] - offset + 1];
            long all = 0;
            for (int tile : tiles) {
                all += graph.nodes(tile);
            }
            long sum = 0;
            long links = 0;
            Cut best = new Cut(swept, least, Long.MAX_VALUE, Double.POSITIVE_INFINITY);
            for (int k = 0; k < tiles.length - leastBehind; k++) {
                sum += graph.nodes(tiles[k]);
                links += change(tiles[k], passed, offset, number);
                passed[tiles[k] - offset] = true;
                boolean isAllowed = !isPlanar || swept.levels()[k] != swept.levels()[k + 1];
                if (k + 1 >= least && isAllowed) {
                    double misplaced = Math.abs(sum - fraction * all) / all;
                    boolean isBalanced = misplaced <= tolerance;
                    if (isBalanced && (best.misplaced > tolerance || links < best.cutLinks)
                            || !isBalanced && misplaced < best.misplaced) {
                        best = new Cut(swept, k + 1, links, misplaced);
                    }
                }
            }
            return best;
        }

        /// How the weight of the cut links changes when a sweep passes a tile.
        private long change(int tile, boolean[] passed, int offset, int number) {
            long change = 0;
            for (int axis = 0; axis < 3; axis++) {
                int above = graph.beside(tile, axis, 1);
                if (above >= 0 && above != tile && groups[above] == number) {
                    change += (long) weights[axis] * graph.face(axis, tile) * (passed[above - offset] ? -1 : 1);
                }
                int below = graph.beside(tile, axis, -1);
                if (below >= 0 && below != tile && groups[below] == number) {
                    change += (long) weights[axis] * graph.face(axis, below) * (passed[below - offset] ? -1 : 1);
                }
            }
            return change;
        }
    }
}
