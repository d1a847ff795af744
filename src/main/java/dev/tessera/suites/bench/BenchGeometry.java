package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.generator.Chip;
import dev.tessera.suites.generator.TunedVessel;
import dev.tessera.suites.generator.Vessel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/// A geometry of the bench. All are driven along x, which is periodic.
///
/// @param key the name in rows
/// @param lattice the velocity set
/// @param nodes approximate number of fluid nodes, to estimate the time of a measurement
record BenchGeometry(String key, VelocitySet lattice, double nodes, Function<ForkJoinPool, NodeMap> maker) {
    private static final int Y_MAX = 3; // of a box's sides
    private static final double CHIP_AREA = 680; // squares of a channel's width

    /// Whether it is one of the channels of a million nodes.
    boolean isChannel() {
        return key.startsWith("channel-");
    }

    NodeMap make(ForkJoinPool workers) {
        return maker.apply(workers);
    }

    /// All nodes fluid, periodic along x, walls around.
    static BenchGeometry fullBox(int n) {
        return ofNodes("full-box", new Box(n, n, n, true, true, true), (x, y, z) -> true);
    }

    /// A cube with walls around: the papers' cavity, with a resting lid.
    static BenchGeometry cavity3d(int n) {
        return ofNodes("cavity-3d-" + n, new Box(n, n, n, false, false, false), (x, y, z) -> true);
    }

    /// The same with a lid at y-max that moves along x.
    static BenchGeometry cavityWithLid(int n) {
        FluidNodes.NodePredicate all = (x, y, z) -> true;
        return in3d("cavity-3d-%d-lid".formatted(n), (double) n * n * n, workers -> {
            FluidNodes fluid = FluidNodes.where(new Box(n, n, n, false, false, false), all);
            return new NodeMap(
                    fluid,
                    1,
                    new double[3],
                    List.of(
                            new Surface(0, "wall", Surface.Kind.WALL),
                            new Surface(1, MovingLid.SURFACE, Surface.Kind.WALL)),
                    CutLinksOf.fluid(fluid, (from, to, code, side) -> side == Y_MAX ? 1 : 0, workers),
                    List.of(),
                    List.of());
        });
    }

    /// A vessel like the papers', by its name and its length in nodes: `aneurysm-730`.
    static BenchGeometry of(TunedVessel vessel) {
        double box = (double) vessel.nx() * vessel.ny() * vessel.nz();
        return in3d(vessel.key() + "-" + vessel.nx(), box / 6, workers -> walled(vessel.fluid(workers), workers));
    }

    /// A vessel like the papers', at a finer resolution: `aneurysm-1387`.
    static BenchGeometry finer(TunedVessel vessel, double finer) {
        double box = (double) vessel.nx() * vessel.ny() * vessel.nz() * finer * finer * finer;
        return in3d(
                vessel.key() + "-" + Math.round(finer * vessel.nx()),
                box / 6,
                workers -> walled(vessel.fluid(finer, workers), workers));
    }

    /// All nodes fluid, periodic along all axes: `box-400x400x800`.
    static BenchGeometry periodicBox(int nx, int ny, int nz) {
        return ofNodes("box-%dx%dx%d".formatted(nx, ny, nz), new Box(nx, ny, nz, true, true, true), (x, y, z) -> true);
    }

    /// Random spheres as in [#spheres], in a box: `spheres-0.3-in-512x512x1024`.
    static BenchGeometry spheresIn(int nx, int ny, int nz, double porosity) {
        return in3d(
                "spheres-%s-in-%dx%dx%d".formatted(porosity, nx, ny, nz),
                porosity * nx * ny * nz,
                workers -> SphereSource.of(new Vec(nx, ny, nz), 40, porosity, Packing.Overlap.NO_CENTRE_INSIDE, 1)
                        .voxelise(1, workers));
    }

    /// A channel of rectangular cross-section, periodic along x: as the `channel` of the RRZE kernels.
    static BenchGeometry channel(int n) {
        return ofNodes(
                "channel", new Box(n, n, n, true, false, false), (x, y, z) -> y > 0 && y < n - 1 && z > 0 && z < n - 1);
    }

    /// Cubes of 8 nodes on a grid in a channel: as `blocks-8` of the RRZE kernels.
    static BenchGeometry porousBlocks(int n) {
        return ofNodes(
                "porous-blocks",
                new Box(n, n, n, true, false, false),
                (x, y, z) -> y > 0 && y < n - 1 && z > 0 && z < n - 1 && !(x % 16 >= 8 && y % 16 >= 8 && z % 16 >= 8));
    }

    /// Random spheres of 40 nodes' diameter in a periodic cube, no centre inside another sphere (as in
    /// Tomczak & Szafran 2019).
    static BenchGeometry spheres(int n, double porosity) {
        return spheres("spheres-" + porosity, n, porosity);
    }

    /// The same under a key of its own: `spheres-0.7-in-384`.
    static BenchGeometry spheresIn(int n, double porosity) {
        return spheres("spheres-%s-in-%d".formatted(porosity, n), n, porosity);
    }

    private static BenchGeometry spheres(String key, int n, double porosity) {
        return in3d(
                key,
                porosity * n * n * n,
                workers -> SphereSource.of(new Vec(n, n, n), 40, porosity, Packing.Overlap.NO_CENTRE_INSIDE, 1)
                        .voxelise(1, workers));
    }

    /// The vessel of `examples/aneurysm`, its ends closed.
    static BenchGeometry aneurysm(double spacingM) {
        return vessel("aneurysm", Vessel.aneurysm(), spacingM);
    }

    /// An aorta with a coarctation, its ends closed.
    static BenchGeometry coarctation(double spacingM) {
        return vessel("coarctation", Vessel.coarctation(), spacingM);
    }

    private static BenchGeometry vessel(String key, Vessel vessel, double spacingM) {
        return in3d(key, 1e-3 / (spacingM * spacingM * spacingM) * 1e-6, workers -> {
            try {
                Path file = Files.createTempFile(key, ".stl");
                try {
                    vessel.wallInMetres().write(file, key);
                    return closed(StlSource.of(file, StlUnit.M).voxelise(spacingM, workers));
                } finally {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /// A square with walls on all sides: `cavity-2d-1000`.
    static BenchGeometry cavity2d(int n) {
        return flat("cavity-2d-" + n, new Box(n, n, 1, false, false, true));
    }

    /// A periodic square.
    static BenchGeometry fullSquare(int n) {
        return flat("full-square", new Box(n, n, 1, true, true, true));
    }

    /// A closed channel of rectangular cross-section: `channel-4x4x62500`.
    static BenchGeometry closedChannel(Box box) {
        return ofNodes("channel-%dx%dx%d".formatted(box.nx(), box.ny(), box.nz()), box, (x, y, z) -> true);
    }

    /// The channels of a chip, two-dimensional, 48 nodes wide; its ends closed.
    /// @param chip with channels of width 1
    static BenchGeometry chip(Chip chip) {
        return chip(chip.pattern().key(), chip, 48);
    }

    /// The same, with channels `width` nodes wide.
    static BenchGeometry chip(String key, Chip chip, int width) {
        return in2d(key, CHIP_AREA * width * width, workers -> closed(chip.voxelise(chip.widthM() / width, workers)));
    }

    /// The same nodes with every surface a wall.
    private static NodeMap closed(NodeMap map) {
        byte[] walls = new byte[map.links().links()];
        return new NodeMap(
                map.fluid(),
                map.spacingM(),
                map.originM(),
                List.of(new Surface(0, "wall", Surface.Kind.WALL)),
                map.links().with(walls, null, null),
                List.of(),
                map.findings());
    }

    /// The sparse geometries of the default suite.
    static List<BenchGeometry> sparse() {
        return List.of(
                channel(160),
                porousBlocks(160),
                spheres(192, 0.7),
                spheres(192, 0.3),
                spheres(192, 0.1),
                aneurysm(1e-4),
                chip(Chip.tree(1)));
    }

    static BenchGeometry ofNodes(String key, Box box, FluidNodes.NodePredicate isFluid) {
        return in3d(key, (double) box.size(), workers -> walled(FluidNodes.where(box, isFluid), workers));
    }

    private static BenchGeometry flat(String key, Box box) {
        return in2d(key, (double) box.size(), workers -> walled(FluidNodes.where(box, (x, y, z) -> true), workers));
    }

    private static BenchGeometry in3d(String key, double nodes, Function<ForkJoinPool, NodeMap> maker) {
        return new BenchGeometry(key, Lattices.D3Q19, nodes, maker);
    }

    private static BenchGeometry in2d(String key, double nodes, Function<ForkJoinPool, NodeMap> maker) {
        return new BenchGeometry(key, Lattices.D2Q9, nodes, maker);
    }

    private static NodeMap walled(FluidNodes fluid, ForkJoinPool workers) {
        return new NodeMap(
                fluid,
                1,
                new double[3],
                List.of(new Surface(0, "wall", Surface.Kind.WALL)),
                CutLinksOf.withoutSurfaces(fluid, workers),
                List.of(),
                List.of());
    }
}
