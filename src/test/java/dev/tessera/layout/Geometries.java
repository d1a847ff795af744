package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;

/// Small geometries with walls, random and extreme, for tests of storage invariants.
public final class Geometries {
    private Geometries() {}

    /// @param name a description, for failed tests
    public record Geometry(String name, NodeMap nodes) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Geometries of two or three dimensions: full and closed, full and periodic, one
    /// node thick, and random ones.
    public static List<Geometry> of(int dimensions) {
        List<Geometry> list = new ArrayList<>();
        int depth = dimensions == 2 ? 1 : 6;
        list.add(full("closed box", new Box(9, 7, depth, false, false, false)));
        list.add(full("periodic box", new Box(9, 7, depth, true, true, true)));
        list.add(full("periodic box of two nodes", new Box(2, 2, depth == 1 ? 1 : 2, true, true, true)));
        list.add(full("column one node wide", new Box(1, 1, depth == 1 ? 1 : 2, true, false, true)));
        list.add(full("long channel", new Box(150, 5, depth == 1 ? 1 : 5, true, false, false)));
        for (int seed = 1; seed <= 6; seed++) {
            list.add(random(dimensions, seed));
        }
        return list;
    }

    private static Geometry full(String name, Box box) {
        return new Geometry(name + " " + box, nodes(FluidNodes.where(box, (x, y, z) -> true)));
    }

    /// A random box, randomly periodic, with single solid nodes, solid balls, or both, and empty regions.
    public static Geometry random(int dimensions, int seed) {
        Random random = new Random(1000L * dimensions + seed);
        boolean isLarge = seed % 2 == 0;
        Box box = new Box(
                3 + random.nextInt(isLarge ? 40 : 12),
                3 + random.nextInt(isLarge ? 20 : 10),
                dimensions == 2 ? 1 : 2 + random.nextInt(9),
                random.nextBoolean(),
                random.nextBoolean(),
                dimensions == 2 || random.nextBoolean());
        double porosity = 0.2 + 0.8 * random.nextDouble();
        double radius = 1 + 4 * random.nextDouble();
        double ballX = box.nx() * random.nextDouble();
        double ballY = box.ny() * random.nextDouble();
        double ballZ = box.nz() * random.nextDouble();
        FluidNodes fluid = FluidNodes.where(
                box,
                (x, y, z) -> random.nextDouble() < porosity
                        && Math.hypot(Math.hypot(x - ballX, y - ballY), z - ballZ) > radius);
        return new Geometry("random %s, seed %d".formatted(box, seed), nodes(fluid));
    }

    /// A node map with all cut links, every one of them cut by a resting wall.
    public static NodeMap nodes(FluidNodes fluid) {
        CutLinks links = CutLinksOf.fluid(fluid, (from, to, code, side) -> 0, ForkJoinPool.commonPool());
        return new NodeMap(
                fluid,
                1e-3,
                new double[3],
                List.of(new Surface(0, "wall", Surface.Kind.WALL)),
                links,
                List.of(),
                List.of());
    }
}
