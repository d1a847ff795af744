package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// A search over nodes and their periods, node by node: a slow reference implementation.
final class PeriodicSearch {
    private PeriodicSearch() {}

    /// Whether some path from the node leads back to it with other periods along an axis.
    static boolean winds(FluidNodes fluid, long start, Connectivity connectivity, int axis) {
        Box box = fluid.box();
        int[] size = {box.nx(), box.ny(), box.nz()};
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        Map<Long, int[]> seen = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>();
        seen.put(start, new int[3]);
        open.add(start);
        boolean winds = false;
        while (!open.isEmpty()) {
            long node = open.remove();
            int[] at = {box.x(node), box.y(node), box.z(node)};
            for (int code = 0; code < 27; code++) {
                int[] step = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
                int[] to = new int[3];
                int[] periods = Objects.requireNonNull(seen.get(node)).clone();
                boolean inside = Arrays.stream(step).map(Math::abs).sum() <= reach(connectivity);
                for (int a = 0; a < 3; a++) {
                    int moved = at[a] + step[a];
                    to[a] = Math.floorMod(moved, size[a]);
                    periods[a] += Math.floorDiv(moved, size[a]);
                    inside &= moved == to[a] || periodic[a];
                }
                if (!inside || !fluid.isFluid(to[0], to[1], to[2])) {
                    continue;
                }
                long neighbour = box.index(to[0], to[1], to[2]);
                int[] known = seen.putIfAbsent(neighbour, periods);
                if (known == null) {
                    open.add(neighbour);
                } else {
                    winds |= known[axis] != periods[axis];
                }
            }
        }
        return winds;
    }

    /// The largest number of axes along which a neighbour differs.
    private static int reach(Connectivity connectivity) {
        return switch (connectivity) {
            case FACES -> 1;
            case EDGES -> 2;
            case CORNERS -> 3;
        };
    }
}
