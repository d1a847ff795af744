package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;

/// The connected parts of the fluid, largest first. Neighbours across periodic sides are connected.
///
/// Works on runs of fluid nodes along x, joined by union-find, rows in parallel. Memory: 12 bytes per run during and
/// after the search.
public final class FluidComponents {
    /// Which nodes are neighbours.
    public enum Connectivity {
        /// The 6 nodes across a face (2D: 4).
        FACES,
        /// Also those across an edge, as D3Q19 streams: 18.
        EDGES,
        /// All 26 (2D: 8). Separate parts exchange no population in any lattice.
        CORNERS
    }

    /// One connected part.
    ///
    /// @param nodes number of its nodes
    /// @param low smallest x, y, z among its nodes, `[3]`
    /// @param high largest, `[3]`; a part across a periodic side reaches from end to end
    /// @param firstNode box index of its first node
    public record Component(long nodes, int[] low, int[] high, long firstNode) {}

    private final FluidNodes fluid;
    private final Box box;
    private final FluidRuns runs;
    private final int[] componentOfRun;
    private final Component[] components;

    private FluidComponents(FluidNodes fluid, FluidRuns runs, int[] componentOfRun, Component[] components) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.runs = runs;
        this.componentOfRun = componentOfRun;
        this.components = components;
    }

    /// Finds all connected parts.
    public static FluidComponents of(FluidNodes fluid, Connectivity connectivity, ForkJoinPool workers) {
        FluidRuns runs = FluidRuns.of(fluid, workers);
        return of(fluid, runs, RunUnion.roots(runs, connectivity, workers));
    }

    /// @param roots for each run the smallest run of its part
    static FluidComponents of(FluidNodes fluid, FluidRuns runs, int[] roots) {
        int[] dense = new int[roots.length];
        int count = 0;
        for (int run = 0; run < roots.length; run++) {
            dense[run] = roots[run] == run ? count++ : dense[roots[run]]; // a root comes before its runs
        }
        Component[] found = measure(runs, dense, count);
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(found[b].nodes(), found[a].nodes())); // stable: then by first node
        int[] rank = new int[count];
        Component[] sorted = new Component[count];
        for (int i = 0; i < count; i++) {
            rank[order[i]] = i;
            sorted[i] = found[order[i]];
        }
        Arrays.setAll(dense, run -> rank[dense[run]]);
        return new FluidComponents(fluid, runs, dense, sorted);
    }

    private static Component[] measure(FluidRuns runs, int[] component, int count) {
        long[] nodes = new long[count];
        int[] extent = new int[6 * count];
        long[] first = new long[count];
        Arrays.fill(first, -1);
        Box box = runs.box();
        for (int row = 0; row < runs.rows(); row++) {
            int y = row % box.ny();
            int z = row / box.ny();
            for (int run = runs.first(row); run < runs.first(row + 1); run++) {
                int c = component[run];
                int at = 6 * c;
                if (first[c] < 0) {
                    first[c] = box.index(runs.start(run), y, z);
                    Arrays.fill(extent, at, at + 3, Integer.MAX_VALUE);
                    Arrays.fill(extent, at + 3, at + 6, -1);
                }
                nodes[c] += runs.end(run) - runs.start(run);
                extent[at] = Math.min(extent[at], runs.start(run));
                extent[at + 1] = Math.min(extent[at + 1], y);
                extent[at + 2] = Math.min(extent[at + 2], z);
                extent[at + 3] = Math.max(extent[at + 3], runs.end(run) - 1);
                extent[at + 4] = Math.max(extent[at + 4], y);
                extent[at + 5] = Math.max(extent[at + 5], z);
            }
        }
        Component[] found = new Component[count];
        for (int c = 0; c < count; c++) {
            found[c] = new Component(
                    nodes[c],
                    Arrays.copyOfRange(extent, 6 * c, 6 * c + 3),
                    Arrays.copyOfRange(extent, 6 * c + 3, 6 * c + 6),
                    first[c]);
        }
        return found;
    }

    public int count() {
        return components.length;
    }

    /// Part number `i`, 0 the largest.
    public Component component(int i) {
        return components[i];
    }

    /// The number of the part that holds a node, or -1 where it is not fluid.
    public int componentOf(long boxIndex) {
        if (!fluid.isFluid(boxIndex)) {
            return -1;
        }
        int row = (int) (boxIndex / box.nx());
        return componentOfRun[runs.runOf(row, box.x(boxIndex))];
    }

    int componentOfRun(int run) {
        return componentOfRun[run];
    }

    /// For each part whether one of its nodes has a link cut by one of the surfaces.
    /// @param surfaces by id
    public boolean[] touching(CutLinks links, IntPredicate surfaces) {
        boolean[] touching = new boolean[components.length];
        for (int b = 0; b < links.boundaryNodes(); b++) {
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                if (surfaces.test(links.surface(link))) {
                    touching[componentOf(fluid.boxIndex(links.node(b)))] = true;
                    break;
                }
            }
        }
        return touching;
    }

    /// The fluid of some parts only.
    /// @param kept by number of the part
    public FluidNodes only(IntPredicate kept) {
        FluidBits bits = new FluidBits(box);
        for (int row = 0; row < runs.rows(); row++) {
            long from = (long) row * box.nx();
            for (int run = runs.first(row); run < runs.first(row + 1); run++) {
                if (kept.test(componentOfRun[run])) {
                    bits.fill(from + runs.start(run), from + runs.end(run));
                }
            }
        }
        return bits.build();
    }
}
