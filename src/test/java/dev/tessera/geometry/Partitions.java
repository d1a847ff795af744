package dev.tessera.geometry;

import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;

/// Divisions of a map for tests: planes, corners where many parts meet, scattered tiles, parts that are their own
/// neighbours.
public final class Partitions {
    private Partitions() {}

    /// @param name a description, for failed tests
    public record Division(String name, Parts parts) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// Every division of a map in 1, 2, 3 and 8 parts that has fluid in each part.
    public static List<Division> of(NodeMap map) {
        List<Division> divisions = new ArrayList<>();
        add(
                divisions,
                map,
                "one part that is its own neighbour",
                all(map, (x, y, z) -> 0),
                Subdomain.PeriodicSides.CUT);
        for (Subdomain.PeriodicSides sides : Subdomain.PeriodicSides.values()) {
            add(divisions, map, "2 parts, periodic sides " + sides, planes(map, 0, 2), sides);
            add(divisions, map, "3 parts in planes, periodic sides " + sides, planes(map, 1, 3), sides);
            add(divisions, map, "8 parts around a corner, periodic sides " + sides, corner(map), sides);
        }
        add(divisions, map, "3 parts around an edge", edge(map), Subdomain.PeriodicSides.KEPT);
        add(divisions, map, "3 parts, scattered", scattered(map), Subdomain.PeriodicSides.KEPT);
        if (map.fluid().count() > 100) {
            add(divisions, map, "8 balanced parts", balanced(map), Subdomain.PeriodicSides.KEPT);
        }
        return divisions;
    }

    private static void add(
            List<Division> divisions, NodeMap map, String name, Partition partition, Subdomain.PeriodicSides sides) {
        boolean[] has = new boolean[partition.parts()];
        for (long n = 0; n < map.fluid().count(); n++) {
            long index = map.fluid().boxIndex(n);
            Box box = map.box();
            has[partition.owner(box.x(index), box.y(index), box.z(index))] = true;
        }
        for (boolean part : has) {
            if (!part) {
                return;
            }
        }
        divisions.add(new Division(name, Parts.of(map, partition, sides, ForkJoinPool.commonPool())));
    }

    private interface Owner {
        int of(int x, int y, int z);
    }

    private static Partition all(NodeMap map, Owner owner) {
        Box box = map.box();
        int[] owners = new int[(int) box.size()];
        for (int index = 0; index < owners.length; index++) {
            owners[index] = owner.of(box.x(index), box.y(index), box.z(index));
        }
        return Partition.of(box, Tiling.of(1, 1, 1), owners);
    }

    private static Partition planes(NodeMap map, int axis, int parts) {
        Box box = map.box();
        int nodes = box.nodes(axis);
        return all(map, (x, y, z) -> Math.min(parts - 1, new int[] {x, y, z}[axis] * parts / nodes));
    }

    private static Partition corner(NodeMap map) {
        Box box = map.box();
        return box.is2d()
                ? all(map, (x, y, z) -> (2 * x < box.nx() ? 0 : 1) + 2 * (4 * y / box.ny()))
                : all(
                        map,
                        (x, y, z) ->
                                (2 * x < box.nx() ? 0 : 1) + (2 * y < box.ny() ? 0 : 2) + (2 * z < box.nz() ? 0 : 4));
    }

    private static Partition edge(NodeMap map) {
        Box box = map.box();
        return all(map, (x, y, z) -> 2 * x < box.nx() ? 0 : 2 * y < box.ny() ? 1 : 2);
    }

    private static Partition scattered(NodeMap map) {
        Random random = new Random(7);
        Tiling tiles = Tiling.of(2, 3, 2);
        int[] owners = random.ints(tiles.tiles(map.box()), 0, 3).toArray();
        owners[0] = 2;
        return Partition.of(map.box(), tiles, owners);
    }

    private static Partition balanced(NodeMap map) {
        StepCosts costs = StepCosts.relative(new double[] {1, 1, 1, 1, 2, 1, 1, 1}, false);
        ForkJoinPool workers = ForkJoinPool.commonPool();
        TileGraph tiles = TileGraph.of(map.fluid(), Tiling.of(1, 1, 1), workers);
        int[] straight = {4, 10, 12, 14, 16, 22};
        return Cut.best(tiles, straight, costs, workers).partition();
    }
}
