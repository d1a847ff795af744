package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Component;
import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;

/// The connected parts of the fluid, with the data that decide whether fluid can flow through them: the surfaces
/// that each part touches, and the periods after which it meets itself.
///
/// A part percolates along a periodic axis where a path in it leads from a node to the same node one or more
/// periods further on. That the part touches both ends of the box does not suffice: it may be blocked in the
/// middle. The parts within the box are found first; they are then joined across periodic sides by a union-find
/// that stores for each part the periods between it and its root. Two paths between the same parts with different
/// periods make a loop.
///
/// Source: Newman & Ziff, Phys. Rev. E 64, 016706 (2001), section II.D.
public final class FluidParts {
    /// One part.
    ///
    /// @param surfaces ids of the surfaces that cut its links
    /// @param loops periods along x, y, z after which it meets itself, `[3]` each; at most three, none a
    ///        combination of the others; empty where it percolates along no axis
    public record Part(Component component, BitSet surfaces, List<int[]> loops) {
        /// Whether it meets itself one or more periods further along an axis.
        public boolean percolates(int axis) {
            return loops.stream().anyMatch(loop -> loop[axis] != 0);
        }
    }

    private final FluidComponents components;
    private final List<Part> parts;

    private FluidParts(FluidComponents components, List<Part> parts) {
        this.components = components;
        this.parts = List.copyOf(parts);
    }

    /// Parts without surfaces.
    public static FluidParts of(FluidNodes fluid, Connectivity connectivity, ForkJoinPool workers) {
        CutLinks none = new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
        return of(fluid, none, connectivity, workers);
    }

    public static FluidParts of(FluidNodes fluid, CutLinks links, Connectivity connectivity, ForkJoinPool workers) {
        FluidRuns runs = FluidRuns.of(fluid, workers);
        Joining joining = new Joining(RunUnion.rootsInside(runs, connectivity, workers));
        RunUnion.acrossSides(runs, connectivity, joining);
        FluidComponents components = FluidComponents.of(runs, joining.roots());
        BitSet[] surfaces = components.surfaces(fluid, links, workers);
        List<List<int[]>> loops = new ArrayList<>();
        for (int i = 0; i < surfaces.length; i++) {
            loops.add(List.of());
        }
        joining.loops.forEach((root, found) -> {
            loops.set(components.componentOfRun(root), List.copyOf(found));
        });
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < surfaces.length; i++) {
            parts.add(new Part(components.component(i), surfaces[i], loops.get(i)));
        }
        return new FluidParts(components, parts);
    }

    /// The largest first.
    public List<Part> all() {
        return parts;
    }

    /// The number of the part that holds a node, or -1 where it is not fluid.
    public int partOf(long boxIndex) {
        return components.componentOf(boxIndex);
    }

    /// The fluid of some parts only.
    /// @param kept by number of the part
    public FluidNodes only(IntPredicate kept, ForkJoinPool workers) {
        return components.only(kept, workers);
    }

    /// Joins parts of the box across its periodic sides.
    private static final class Joining implements RunUnion.Crossing {
        private final int[] parent; // [run]; a parent's number is never above its own
        private final int[] periods; // [3 * run + axis], from its parent to it
        private final SortedMap<Integer, List<int[]>> loops = new TreeMap<>(); // by root

        Joining(int[] rootsInside) {
            this.parent = rootsInside;
            this.periods = new int[Math.multiplyExact(3, parent.length)];
        }

        @Override
        public void meet(int run, int neighbour, int dx, int dy, int dz) {
            int[] ofRun = new int[3];
            int[] ofNeighbour = new int[3];
            int root = root(run, ofRun);
            int other = root(neighbour, ofNeighbour);
            int[] between = { // from the one root to the other
                ofRun[0] + dx - ofNeighbour[0], ofRun[1] + dy - ofNeighbour[1], ofRun[2] + dz - ofNeighbour[2]
            };
            if (root == other) {
                addLoop(root, between);
                return;
            }
            int kept = Math.min(root, other);
            int joined = Math.max(root, other);
            parent[joined] = kept;
            for (int axis = 0; axis < 3; axis++) {
                periods[3 * joined + axis] = kept == root ? between[axis] : -between[axis];
            }
            List<int[]> its = loops.remove(joined);
            if (its != null) {
                its.forEach(loop -> addLoop(kept, loop));
            }
        }

        private void addLoop(int root, int[] loop) {
            List<int[]> known = loops.getOrDefault(root, List.of());
            if (isIndependent(known, loop)) {
                List<int[]> more = new ArrayList<>(known);
                more.add(loop);
                loops.put(root, more);
            }
        }

        private static boolean isIndependent(List<int[]> known, int[] v) {
            return switch (known.size()) {
                case 0 -> v[0] != 0 || v[1] != 0 || v[2] != 0;
                case 1 -> {
                    long[] cross = cross(known.getFirst(), v);
                    yield cross[0] != 0 || cross[1] != 0 || cross[2] != 0;
                }
                case 2 -> {
                    long[] cross = cross(known.getFirst(), known.getLast());
                    yield cross[0] * v[0] + cross[1] * v[1] + cross[2] * v[2] != 0;
                }
                default -> false;
            };
        }

        private static long[] cross(int[] a, int[] b) {
            return new long[] {
                (long) a[1] * b[2] - (long) a[2] * b[1],
                (long) a[2] * b[0] - (long) a[0] * b[2],
                (long) a[0] * b[1] - (long) a[1] * b[0]
            };
        }

        /// @param fromRoot gets the periods from the root to the run, `[3]`
        private int root(int run, int[] fromRoot) {
            int root = run;
            for (; parent[root] != root; root = parent[root]) {
                for (int axis = 0; axis < 3; axis++) {
                    fromRoot[axis] += periods[3 * root + axis];
                }
            }
            int[] left = fromRoot.clone();
            for (int at = run; parent[at] != at; ) { // path compression
                int next = parent[at];
                parent[at] = root;
                for (int axis = 0; axis < 3; axis++) {
                    int own = periods[3 * at + axis];
                    periods[3 * at + axis] = left[axis];
                    left[axis] -= own;
                }
                at = next;
            }
            return root;
        }

        /// For each run the smallest run of its part.
        int[] roots() {
            int[] roots = new int[parent.length];
            for (int run = 0; run < roots.length; run++) {
                roots[run] = parent[run] == run ? run : roots[parent[run]]; // parents come first
            }
            return roots;
        }
    }
}
