package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Component;
import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Finds places where the fluid is less than [#NODES] nodes wide, so that the flow there is hardly resolved.
///
/// A node is wide where it is in runs of that many fluid nodes along x, y and z. Places that are more than
/// two nodes away from any wide node are thin ([ThinNodes]): near the wall of a wide vessel wide nodes are never that
/// far.
public final class ThinPlaces {
    /// Nodes that fluid needs across.
    public static final int NODES = 4;

    private static final long SMALLEST = 8; // nodes of a place that is reported
    private static final double MOST = 0.5; // of the fluid: above it all results are wrong

    private ThinPlaces() {}

    /// One sentence if there are such places, else none.
    /// @param originM position of node (0, 0, 0), `[3]`
    public static List<String> findings(FluidNodes fluid, double[] originM, double spacingM, ForkJoinPool workers) {
        return findings(fluid, originM, spacingM, Slab.whole(fluid.box()), workers);
    }

    /// The same for the fluid of all slabs. Collective.
    /// @param fluid of the slab's stored box
    /// @param originM position of node (0, 0, 0) of the whole, `[3]`
    public static List<String> findings(
            FluidNodes fluid, double[] originM, double spacingM, Slab slab, ForkJoinPool workers) {
        long count = slab.count(fluid);
        FluidRuns thin = ThinNodes.runs(fluid, slab, workers);
        PeriodicUnion union = FluidParts.union(thin, Connectivity.CORNERS, workers);
        FluidComponents parts =
                SlabComponents.of(thin, union, slab, ThinNodes.OVERLAP).components();
        long nodes = 0;
        int places = 0;
        for (; places < parts.count() && parts.component(places).nodes() >= SMALLEST; places++) {
            nodes += parts.component(places).nodes();
        }
        List<String> findings = new ArrayList<>();
        if (places > 0) {
            Component largest = parts.component(0);
            Vec middle = new Vec(
                            largest.low()[0] + largest.high()[0],
                            largest.low()[1] + largest.high()[1],
                            largest.low()[2] + largest.high()[2])
                    .times(spacingM / 2);
            findings.add(("%sfluid less than %d nodes wide: %,d nodes (%s %%) in %,d place%s, the largest of %,d at %s;"
                            + " the flow there is hardly resolved, use a finer spacing")
                    .formatted(
                            nodes > MOST * count ? "warning: " : "",
                            NODES,
                            nodes,
                            percent(100.0 * nodes / count),
                            places,
                            places == 1 ? "" : "s",
                            largest.nodes(),
                            Vec.of(originM).plus(middle).inLengths()));
        }
        return findings;
    }

    private static String percent(double percent) {
        return percent < 10 ? "%.2g".formatted(percent) : "%.0f".formatted(percent);
    }

    /// Whether the middle one of seven neighbours is in a run of [#NODES] ones, for each of 64 bits.
    public static long inRun(long a, long b, long c, long middle, long d, long e, long f) {
        long bc = b & c;
        long before = c & middle;
        long after = middle & d;
        long de = d & e;
        return a & b & before | bc & after | before & de | after & e & f;
    }
}
