package dev.tessera.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A union-find that stores for each element the periods between it and its root. Two paths between the same elements
/// with different periods make a loop.
///
/// Source: Newman & Ziff, Phys. Rev. E 64, 016706 (2001), section II.D.
final class PeriodicUnion implements RunUnion.Crossing {
    private final int[] parent; // a parent's number is never above its own
    private final int[] periods; // [3 * element + axis], from its parent to it
    private final SortedMap<Integer, List<int[]>> loops = new TreeMap<>(); // by root

    /// @param roots for each element a root whose number is not above its own; owned
    PeriodicUnion(int[] roots) {
        this.parent = roots;
        this.periods = new int[Math.multiplyExact(3, parent.length)];
    }

    /// Elements that are all apart.
    static PeriodicUnion ofApart(int count) {
        int[] roots = new int[count];
        for (int element = 0; element < count; element++) {
            roots[element] = element;
        }
        return new PeriodicUnion(roots);
    }

    @Override
    public void meet(int element, int neighbour, int dx, int dy, int dz) {
        join(element, neighbour, dx, dy, dz);
    }

    /// Joins two neighbours.
    /// @param dx number of periods along x between the element and its neighbour
    /// @return whether this joins two parts or adds a loop
    boolean join(int element, int neighbour, int dx, int dy, int dz) {
        int[] ofElement = new int[3];
        int[] ofNeighbour = new int[3];
        int root = root(element, ofElement);
        int other = root(neighbour, ofNeighbour);
        int[] between = { // from the one root to the other
            ofElement[0] + dx - ofNeighbour[0], ofElement[1] + dy - ofNeighbour[1], ofElement[2] + dz - ofNeighbour[2]
        };
        if (root == other) {
            return addLoop(root, between);
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
        return true;
    }

    /// Adds a loop to the part of a root, unless it follows from others.
    boolean addLoop(int root, int[] loop) {
        List<int[]> known = loops.getOrDefault(root, List.of());
        boolean isNew = isIndependent(known, loop);
        if (isNew) {
            List<int[]> more = new ArrayList<>(known);
            more.add(loop);
            loops.put(root, more);
        }
        return isNew;
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

    /// The root of an element's part.
    /// @param fromRoot gets the periods from the root to the element, `[3]`
    int root(int element, int[] fromRoot) {
        fromRoot[0] = fromRoot[1] = fromRoot[2] = 0;
        int root = element;
        for (; parent[root] != root; root = parent[root]) {
            for (int axis = 0; axis < 3; axis++) {
                fromRoot[axis] += periods[3 * root + axis];
            }
        }
        int[] left = fromRoot.clone();
        for (int at = element; parent[at] != at; ) { // path compression
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

    /// The loops of each root that has some; at most three each, none a combination of the others.
    SortedMap<Integer, List<int[]>> loops() {
        return loops;
    }

    /// For each element the smallest element of its part.
    int[] roots() {
        int[] roots = new int[parent.length];
        for (int element = 0; element < roots.length; element++) {
            roots[element] = parent[element] == element ? element : roots[parent[element]]; // parents come first
        }
        return roots;
    }
}
