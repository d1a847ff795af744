package dev.tessera.geometry;

import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;

/// The connected parts of the fluid, largest first. Neighbours across periodic sides are connected.
///
/// Works on runs of fluid nodes along x, joined by union-find, rows in parallel. Memory: 12 bytes per run during
/// and after the search.
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

    private static final int WORDS_OF_SURFACES = 2; // ids 0 … 127
    private static final int NODES_PER_TASK = 1 << 14;

    private final Box box;
    private final FluidRuns runs;
    private final int[] componentOfRun;
    private final Component[] components;

    FluidComponents(FluidRuns runs, int[] componentOfRun, Component[] components) {
        this.box = runs.box();
        this.runs = runs;
        this.componentOfRun = componentOfRun;
        this.components = components;
    }

    /// Finds all connected parts.
    public static FluidComponents of(FluidNodes fluid, Connectivity connectivity, ForkJoinPool workers) {
        FluidRuns runs = FluidRuns.of(fluid, workers);
        return of(runs, RunUnion.roots(runs, connectivity, workers));
    }

    /// Those of the fluid of all slabs. Collective.
    /// @param fluid of the slab's stored box
    static FluidComponents of(FluidNodes fluid, Connectivity connectivity, Slab slab, ForkJoinPool workers) {
        if (slab.isWhole()) {
            return of(fluid, connectivity, workers);
        }
        FluidRuns runs = FluidRuns.of(fluid, workers);
        return SlabComponents.of(runs, FluidParts.union(runs, connectivity, workers), slab, Slab.GHOST)
                .components();
    }

    /// @param roots for each run the smallest run of its part
    static FluidComponents of(FluidRuns runs, int[] roots) {
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
        return new FluidComponents(runs, dense, sorted);
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

    /// The number of fluid nodes.
    long nodes() {
        return Arrays.stream(components).mapToLong(Component::nodes).sum();
    }

    /// Part number `i`, 0 the largest.
    public Component component(int i) {
        return components[i];
    }

    /// The number of the part that holds a node, or -1 where it is not fluid.
    public int componentOf(long boxIndex) {
        if (boxIndex < 0) {
            return -1;
        }
        int row = (int) (boxIndex / box.nx());
        int run = runs.runOf(row, (int) (boxIndex - (long) row * box.nx()));
        return run < 0 ? -1 : componentOfRun[run];
    }

    int componentOfRun(int run) {
        return componentOfRun[run];
    }

    /// For each part the surfaces that cut links of its nodes.
    /// @param fluid the nodes of the parts
    BitSet[] surfaces(FluidNodes fluid, CutLinks links, ForkJoinPool workers) {
        AtomicLongArray found = new AtomicLongArray(Math.multiplyExact(WORDS_OF_SURFACES, components.length));
        int tasks = (links.boundaryNodes() + NODES_PER_TASK - 1) / NODES_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            int first = task * NODES_PER_TASK;
            int end = Math.min(first + NODES_PER_TASK, links.boundaryNodes());
            long boxIndex = fluid.boxIndex(links.node(first));
            int row = (int) (boxIndex / box.nx());
            int x = (int) (boxIndex - (long) row * box.nx());
            int run = runs.runOf(row, x);
            long endOfRun = links.node(first) + runs.end(run) - x; // as a fluid number
            for (int b = first; b < end; b++) {
                while (links.node(b) >= endOfRun) {
                    run++;
                    endOfRun += runs.end(run) - runs.start(run);
                }
                long low = 0;
                long high = 0;
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int surface = links.surface(link);
                    low |= surface < 64 ? 1L << surface : 0;
                    high |= surface < 64 ? 0 : 1L << surface;
                }
                int at = WORDS_OF_SURFACES * componentOfRun[run];
                add(found, at, low);
                add(found, at + 1, high);
            }
        });
        BitSet[] surfaces = new BitSet[components.length];
        for (int i = 0; i < surfaces.length; i++) {
            int at = WORDS_OF_SURFACES * i;
            surfaces[i] = BitSet.valueOf(new long[] {found.get(at), found.get(at + 1)});
        }
        return surfaces;
    }

    private static void add(AtomicLongArray found, int at, long bits) {
        if ((bits & ~found.getPlain(at)) != 0) {
            found.getAndAccumulate(at, bits, (known, more) -> known | more);
        }
    }

    /// The fluid of some parts only.
    /// @param kept by number of the part
    public FluidNodes only(IntPredicate kept, ForkJoinPool workers) {
        FluidBits bits = new FluidBits(box);
        int tasks = Math.min(runs.rows(), 4 * workers.getParallelism());
        ParallelLoop.over(workers, tasks, task -> {
            int end = (int) ((task + 1L) * runs.rows() / tasks);
            for (int row = (int) ((long) task * runs.rows() / tasks); row < end; row++) {
                long from = (long) row * box.nx();
                for (int run = runs.first(row); run < runs.first(row + 1); run++) {
                    if (kept.test(componentOfRun[run])) {
                        bits.fill(from + runs.start(run), from + runs.end(run));
                    }
                }
            }
        });
        return bits.build();
    }
}
