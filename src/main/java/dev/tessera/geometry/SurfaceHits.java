package dev.tessera.geometry;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Measures cut links: where the surface cuts each, which surface it is, and the normal of the nearest
/// surface at each boundary node.
public final class SurfaceHits {
    private static final int NODES_PER_TASK = 2048;

    private final CutLinks links;
    private final byte[] surfaces;
    private final float[] distances;
    private final float[] normals;
    private final AtomicInteger missed = new AtomicInteger();

    private SurfaceHits(CutLinks links) {
        this.links = links;
        this.surfaces = new byte[links.links()];
        this.distances = new float[links.links()];
        this.normals = new float[3 * links.boundaryNodes()];
    }

    /// Finds the surface on one link. Each thread has its own.
    public interface Finder {
        /// Finds where the first surface cuts the link from the fluid node at (x, y, z) along the direction
        /// `code`.
        void find(int x, int y, int z, int code, Hit hit);
    }

    /// The answer of a [Finder].
    public static final class Hit {
        /// Fraction of the link, or NaN where no surface was found on it. 0: the node is on the surface
        /// (wet sides).
        public double distance;
        /// Id of the surface.
        public int surface;
        /// Whether its normal has priority, as that of a wall over that of an opening.
        public boolean wall;
        /// Unit normal into the fluid.
        public double nx;

        public double ny;
        public double nz;

        public void set(double distance, int surface, boolean wall, double nx, double ny, double nz) {
            this.distance = distance;
            this.surface = surface;
            this.wall = wall;
            this.nx = nx;
            this.ny = ny;
            this.nz = nz;
        }
    }

    /// @param links measured cut links
    /// @param missed number of cut links without a surface on them; half-way is assumed there
    public record Measured(CutLinks links, int missed) {
        /// A message on those links of all slabs; none where there are none. Collective.
        public List<String> findings(Slab slab) {
            long[] sums = slab.sums(new long[] {missed, links.links()});
            return sums[0] == 0 ? List.of() : List.of(finding(sums[0], sums[1]));
        }

        /// A message on those links: a wall that is half-way instead of anywhere on a link is displaced by
        /// a quarter of the link on average, on that part of the wall.
        private static String finding(long missed, long links) {
            double part = (double) missed / links;
            boolean matters = part > HARMLESS;
            return ("%s%,d of %,d cut links (%s) pass by the edge of a surface and meet none: half-way is assumed for"
                            + " them. %s")
                    .formatted(
                            matters ? "warning: " : "",
                            missed,
                            links,
                            part < 1e-4 ? "less than 0.01 %" : "%.2g %%".formatted(100 * part),
                            matters
                                    ? "That is more than rounding causes: the surface may have gaps or overlaps;"
                                            + " repair it, or use another spacing"
                                    : "This is negligible: it displaces walls by less than 0.003 spacings on average");
        }
    }

    private static final double HARMLESS = 0.01; // of the links

    /// @param finders makes one finder for each parallel part
    public static Measured measure(FluidNodes fluid, CutLinks links, Supplier<Finder> finders, ForkJoinPool workers) {
        SurfaceHits hits = new SurfaceHits(links);
        int tasks = (links.boundaryNodes() + NODES_PER_TASK - 1) / NODES_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            Finder finder = finders.get();
            Nearest nearest = new Nearest();
            FluidNodes.Ascending nodes = fluid.ascending();
            int end = Math.min((task + 1) * NODES_PER_TASK, links.boundaryNodes());
            for (int b = task * NODES_PER_TASK; b < end; b++) {
                hits.measure(b, fluid.box(), nodes.boxIndex(links.node(b)), finder, nearest);
            }
        });
        return new Measured(links.with(hits.surfaces, hits.distances, hits.normals), hits.missed.get());
    }

    private void measure(int b, Box box, long at, Finder finder, Nearest nearest) {
        int x = box.x(at);
        int y = box.y(at);
        int z = box.z(at);
        nearest.reset();
        Hit hit = nearest.hit;
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            hit.set(Double.NaN, 0, true, 0, 0, 0);
            int code = links.code(link);
            finder.find(x, y, z, code, hit);
            if (Double.isNaN(hit.distance)) {
                missed.incrementAndGet();
                hit.distance = 0.5;
            } else {
                nearest.add(code);
            }
            surfaces[link] = (byte) hit.surface;
            distances[link] = (float) hit.distance;
        }
        nearest.writeTo(normals, 3 * b, links, b);
    }

    /// The normal of the nearest surface: walls before openings; the mean where several
    /// are equally near (corners).
    private static final class Nearest {
        final Hit hit = new Hit();
        private double best;
        private boolean wall;
        private double nx;
        private double ny;
        private double nz;

        void reset() {
            best = Double.POSITIVE_INFINITY;
            wall = false;
            nx = ny = nz = 0;
        }

        void add(int code) {
            double cx = code % 3 - 1;
            double cy = code / 3 % 3 - 1;
            double cz = code / 9 - 1;
            double height = hit.distance * Math.abs(cx * hit.nx + cy * hit.ny + cz * hit.nz);
            boolean better = hit.wall == wall ? height < best - 1e-6 : hit.wall;
            if (better) {
                best = height;
                wall = hit.wall;
                nx = hit.nx;
                ny = hit.ny;
                nz = hit.nz;
            } else if (hit.wall == wall && height <= best + 1e-6) {
                double along = nx * hit.nx + ny * hit.ny + nz * hit.nz;
                if (along < 0.999 * Math.sqrt(nx * nx + ny * ny + nz * nz)) {
                    nx += hit.nx;
                    ny += hit.ny;
                    nz += hit.nz;
                }
            }
        }

        void writeTo(float[] normals, int at, CutLinks links, int b) {
            double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
            for (int axis = 0; axis < 3; axis++) {
                double component = axis == 0 ? nx : axis == 1 ? ny : nz;
                normals[at + axis] = (float) (length > 1e-9 ? component / length : links.normal(b, axis));
            }
        }
    }
}
