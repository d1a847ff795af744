package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Tiling;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.PoreLabels;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelType;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.suites.generator.Triangles;
import dev.tessera.suites.generator.Vessel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;

/// Times the way from a file to labelled nodes with cut links. All files are generated; writing them is not timed.
final class GeometryBench {
    private static final int REPEATS = 3;

    /// Radius of the ring's tube over that of the ring: the ring then fills 18.7 % of its box, as 15 of 80 million
    /// nodes.
    private static final double SLENDERNESS = 0.09;

    private static final double RING_M = 0.05;

    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final long boxNodes;
    private final int triangles;

    private GeometryBench(ForkJoinPool workers, LongSupplier nanoTime, long boxNodes, int triangles) {
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.boxNodes = boxNodes;
        this.triangles = triangles;
    }

    /// A surface of a million triangles, boxes of 80 million nodes.
    static GeometryBench full(ForkJoinPool workers, LongSupplier nanoTime) {
        return ofSize(workers, nanoTime, 80_000_000, 1_000_000);
    }

    /// @param boxNodes nodes of every bounding box, approximately; @param triangles of the ring, approximately
    static GeometryBench ofSize(ForkJoinPool workers, LongSupplier nanoTime, long boxNodes, int triangles) {
        return new GeometryBench(workers, nanoTime, boxNodes, triangles);
    }

    /// One timed operation.
    interface Timing {
        /// The words that `--rows` is matched with.
        String words();

        /// Measures, and returns the row for `bench --json`.
        Map<String, Object> row();
    }

    /// Makes the nodes; called repeatedly.
    private interface NodeMaker {
        NodeMap nodes() throws IOException;
    }

    /// Writes a file and returns the operation on it.
    private interface Preparation {
        NodeMaker of(Path file, Map<String, Object> row) throws IOException;
    }

    /// The timed operations in their order.
    List<Timing> timings() {
        return List.of(
                timing("ring", "read-repair", (file, row) -> ring(file, row, RING_M * SLENDERNESS / 2)),
                timing("ring", "voxelise", (file, row) -> ring(file, row, ringSpacingM())),
                timing("aneurysm", "voxelise", this::aneurysm),
                timing("scan", "voxelise", this::scan));
    }

    private Timing timing(String geometry, String kernel, Preparation preparation) {
        return new Timing() {
            @Override
            public String words() {
                return geometry + " " + kernel;
            }

            @Override
            public Map<String, Object> row() {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("suite", "geometry");
                row.put("geometry", geometry);
                row.put("kernel", kernel);
                row.put("device", "cpu");
                row.put("workers", workers.getParallelism());
                try {
                    Path file = Files.createTempFile("tessera-" + geometry, ".bin");
                    file.toFile().deleteOnExit(); // also after a signal
                    try {
                        time(preparation.of(file, row), row);
                    } finally {
                        Files.delete(file);
                    }
                } catch (IOException | RuntimeException | OutOfMemoryError failure) {
                    row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
                }
                return row;
            }
        };
    }

    private void time(NodeMaker making, Map<String, Object> row) throws IOException {
        double[] seconds = new double[REPEATS];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            long start = nanoTime.getAsLong();
            NodeMap nodes = making.nodes();
            seconds[repeat] = (nanoTime.getAsLong() - start) * 1e-9;
            if (repeat == 0) {
                describe(nodes, row);
            }
        }
        row.put("first_seconds", seconds[0]);
        Arrays.sort(seconds);
        double median = seconds[REPEATS / 2];
        row.put("seconds", median);
        row.put("repeats", REPEATS);
        row.put("spread", (seconds[REPEATS - 1] - seconds[0]) / median);
    }

    private static void describe(NodeMap nodes, Map<String, Object> row) {
        Box box = nodes.box();
        row.put("box", "%d x %d x %d".formatted(box.nx(), box.ny(), box.nz()));
        row.put("nodes", box.size());
        row.put("fluid_nodes", nodes.fluid().count());
        row.put(
                "tile_utilisation",
                TilingStatistics.of(Tiling.of(4, 4, 4), nodes.fluid()).utilisation());
        row.put("cut_links", nodes.links().links());
    }

    /// A torus around z. With a spacing of half its tube's radius only reading and repairing take time.
    private NodeMaker ring(Path file, Map<String, Object> row, double spacingM) throws IOException {
        Triangles surface = torus();
        surface.write(file, "ring");
        row.put("triangles", surface.count());
        return () -> StlSource.of(file, StlUnit.M).voxelise(spacingM, workers);
    }

    private Triangles torus() {
        int around = (int) Math.round(Math.sqrt(triangles / 2.0 / Math.sqrt(SLENDERNESS)));
        int tube = Math.max(8, triangles / 2 / around);
        double[] points = new double[3 * around * tube];
        int[] corners = new int[6 * around * tube];
        for (int i = 0; i < around; i++) {
            double u = 2 * Math.PI * i / around;
            for (int j = 0; j < tube; j++) {
                double v = 2 * Math.PI * j / tube;
                int vertex = i * tube + j;
                double fromAxis = RING_M * (1 + SLENDERNESS * Math.cos(v));
                points[3 * vertex] = fromAxis * Math.cos(u);
                points[3 * vertex + 1] = fromAxis * Math.sin(u);
                points[3 * vertex + 2] = RING_M * SLENDERNESS * Math.sin(v);
                int onward = (i + 1) % around * tube + j;
                int up = i * tube + (j + 1) % tube;
                int both = (i + 1) % around * tube + (j + 1) % tube;
                int[] quad = {vertex, onward, both, vertex, both, up};
                System.arraycopy(quad, 0, corners, 6 * vertex, 6);
            }
        }
        return new Triangles(points, corners);
    }

    private double ringSpacingM() {
        double width = 2 * RING_M * (1 + SLENDERNESS);
        double height = 2 * RING_M * SLENDERNESS;
        return Math.cbrt(width * width * height / boxNodes);
    }

    /// The vessel of `examples/aneurysm`; a coarse voxelisation gives the spacing for the requested number of nodes.
    private NodeMaker aneurysm(Path file, Map<String, Object> row) throws IOException {
        Triangles surface = Vessel.aneurysm().wallInMetres();
        surface.write(file, "aneurysm");
        row.put("triangles", surface.count());
        StlSource source = StlSource.of(file, StlUnit.M);
        double coarseM = 3e-4;
        double nodes = source.voxelise(coarseM, workers).box().size();
        return () -> source.voxelise(coarseM * Math.cbrt(nodes / boxNodes), workers);
    }

    /// An image of random spheres, porosity 0.19, with openings along x, like a scan of rock.
    private NodeMaker scan(Path file, Map<String, Object> row) throws IOException {
        int n = (int) Math.round(Math.cbrt((double) boxNodes));
        FluidNodes pores = SphereSource.of(new Vec(n, n, n), 40, 0.19, Packing.Overlap.NO_CENTRE_INSIDE, 1)
                .fluidNodes(1, workers);
        byte[] slice = new byte[n * n];
        try (var out = Files.newOutputStream(file)) {
            for (int z = 0; z < n; z++) {
                for (int place = 0; place < slice.length; place++) {
                    slice[place] = (byte) (pores.isFluid(place % n, place / n, z) ? 0 : 1);
                }
                out.write(slice);
            }
        }
        row.put("voxels", (long) n * n * n);
        return () -> ImageSource.of(
                        RawFile.open(file, new int[] {n, n, n}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0),
                        PoreLabels.of(0))
                .ends(AxisEnds.open(8), AxisEnds.closed(), AxisEnds.closed())
                .voxelise(1, workers);
    }

    /// One line of progress output.
    static String line(Map<String, Object> row) {
        if (row.containsKey("error")) {
            return "%s %s failed: %s".formatted(row.get("geometry"), row.get("kernel"), row.get("error"));
        }
        List<String> parts = new ArrayList<>();
        if (row.containsKey("triangles")) {
            parts.add("%,d triangles".formatted(number(row, "triangles").longValue()));
        }
        parts.add("box %s, %,d fluid"
                .formatted(row.get("box"), number(row, "fluid_nodes").longValue()));
        parts.add("%.2f s (first %.2f s)"
                .formatted(
                        number(row, "seconds").doubleValue(),
                        number(row, "first_seconds").doubleValue()));
        return "%-10s %-11s %s".formatted(row.get("geometry"), row.get("kernel"), String.join(", ", parts));
    }

    private static Number number(Map<String, Object> row, String key) {
        return (Number) Objects.requireNonNull(row.get(key), key);
    }
}
