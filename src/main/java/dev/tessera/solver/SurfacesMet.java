package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.LinksBySurface;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The boundary nodes at some surfaces, with the surfaces that each of them meets.
final class SurfacesMet {
    private static final int NODES_PER_TASK = 1 << 14;
    private static final int SURFACES = Byte.MAX_VALUE + 1;
    private static final int DIGITS = 8; // most surfaces of a key: (SURFACES + 1) ^ DIGITS is below 2 ^ 63

    private final CutLinks links;
    private final int directions;
    private final boolean[] isSelected = new boolean[SURFACES];
    private final int[] nodes;
    private final long[] keys;

    /// @param selected whether nodes at a surface are listed; asked only for surfaces that cut a link of the lattice
    SurfacesMet(CutLinks links, VelocitySet lattice, IntPredicate selected) {
        this.links = links;
        this.directions = DirectionCodes.of(lattice).all();
        LinksBySurface bySurface = links.bySurface();
        List<int[]> lists = new ArrayList<>();
        for (int surface = 0; surface < SURFACES; surface++) {
            if (bySurface.cuts(surface, directions) && selected.test(surface)) {
                isSelected[surface] = true;
                lists.add(bySurface.nodes(surface, directions));
            }
        }
        this.nodes = lists.size() == 1
                ? lists.getFirst()
                : lists.stream().flatMapToInt(IntStream::of).sorted().distinct().toArray();
        this.keys = new long[nodes.length];
        ParallelLoop.over(ParallelLoop.workers(), Math.ceilDiv(nodes.length, NODES_PER_TASK), task -> {
            int end = Math.min(nodes.length, (task + 1) * NODES_PER_TASK);
            for (int k = task * NODES_PER_TASK; k < end; k++) {
                keys[k] = findKey(k);
            }
        });
    }

    int count() {
        return nodes.length;
    }

    /// The index into the cut links; ascends with k.
    int node(int k) {
        return nodes[k];
    }

    /// Equal for nodes that meet equal surfaces.
    long key(int k) {
        return keys[k];
    }

    private long findKey(int k) {
        long key = 0;
        int count = 0;
        int last = -1;
        for (int link = links.firstLink(nodes[k]); link < links.endLink(nodes[k]); link++) {
            int surface = links.surface(link);
            if (surface != last && isFirst(link, nodes[k])) {
                key = (SURFACES + 1) * key + surface + 1;
                count++;
                last = surface;
            }
        }
        return count > DIGITS ? -1 - k : key; // a key of its own
    }

    /// Whether a link of the lattice is the first of its node that its surface cuts.
    private boolean isFirst(int link, int b) {
        if (!isListed(link)) {
            return false;
        }
        for (int before = links.firstLink(b); before < link; before++) {
            if (links.surface(before) == links.surface(link) && isListed(before)) {
                return false;
            }
        }
        return true;
    }

    private boolean isListed(int link) {
        return isSelected[links.surface(link)] && (directions >>> links.code(link) & 1) != 0;
    }

    /// The surfaces that cut links of a node, in the order of the links.
    int[] surfaces(int k) {
        int b = nodes[k];
        int[] met = new int[links.endLink(b) - links.firstLink(b)];
        int count = 0;
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            if (isFirst(link, b)) {
                met[count++] = links.surface(link);
            }
        }
        return Arrays.copyOf(met, count);
    }
}
