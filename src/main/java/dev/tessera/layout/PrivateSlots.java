package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One slot for every cut link along directions for which the pattern has no other slot. Ordered by direction, then in
/// storage order: adjacent nodes of a run with the same cut link have contiguous private slots, which allows vector
/// loads.
final class PrivateSlots {
    private final long base;
    private final Box box;
    private final int[] listOf; // [direction] list of links, or -1 if the pattern has another slot
    private final long[] start; // [list + 1] slots before each list
    private final @Nullable RankedBits nodes; // positions that have private slots; null if there are none
    private final RankedBits[] lists; // [list] members of `nodes`, by their rank

    private PrivateSlots(
            long base, Box box, int[] listOf, long[] start, @Nullable RankedBits nodes, RankedBits[] lists) {
        this.base = base;
        this.box = box;
        this.listOf = listOf;
        this.start = start;
        this.nodes = nodes;
        this.lists = lists;
    }

    static PrivateSlots of(VelocitySet lattice, StreamingPattern pattern, NodeMap map, Placement placement, long base) {
        int[] listOf = new int[lattice.size()];
        int[] listOfCode = new int[27];
        Arrays.fill(listOf, -1);
        Arrays.fill(listOfCode, -1);
        int lists = 0;
        for (int i = 1; i < lattice.size(); i++) {
            if (pattern.writeAcrossCut(lattice, 0, i) == null) {
                listOfCode[lattice.velocity(i).code()] = lists;
                listOf[i] = lists++;
            }
        }
        if (lists == 0 || map.links().links() == 0) {
            Arrays.fill(listOf, -1);
            return new PrivateSlots(base, map.box(), listOf, new long[1], null, new RankedBits[0]);
        }
        int[] cut = cutLists(map.links(), listOfCode);
        long[] positions = positions(map, placement, cut);
        long[] words = RankedBits.wordsFor(placement.positions());
        for (int b = 0; b < cut.length; b++) {
            if (cut[b] != 0) {
                RankedBits.add(words, positions[b]);
            }
        }
        RankedBits nodes = new RankedBits(words);
        RankedBits[] ranked = new RankedBits[lists];
        long[] start = new long[lists + 1];
        for (int list = 0; list < lists; list++) {
            long[] members = RankedBits.wordsFor(nodes.count());
            for (int b = 0; b < cut.length; b++) {
                if ((cut[b] >>> list & 1) != 0) {
                    RankedBits.add(members, nodes.rank(positions[b]));
                }
            }
            ranked[list] = new RankedBits(members);
            start[list + 1] = start[list] + ranked[list].count();
        }
        return new PrivateSlots(base, map.box(), listOf, start, nodes, ranked);
    }

    /// The lists that contain each boundary node, as bits.
    private static int[] cutLists(CutLinks links, int[] listOfCode) {
        int[] cut = new int[links.boundaryNodes()];
        for (int b = 0; b < cut.length; b++) {
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int list = listOfCode[links.code(link)];
                if (list >= 0) {
                    cut[b] |= 1 << list;
                }
            }
        }
        return cut;
    }

    private static long[] positions(NodeMap map, Placement placement, int[] cut) {
        Box box = map.box();
        FluidNodes.Ascending boxIndices = map.fluid().ascending();
        long[] positions = new long[cut.length];
        for (int b = 0; b < cut.length; b++) {
            if (cut[b] != 0) {
                long index = boxIndices.boxIndex(map.links().node(b));
                positions[b] = placement.position(box.x(index), box.y(index), box.z(index));
            }
        }
        return positions;
    }

    long count() {
        return start[start.length - 1];
    }

    /// Whether links that are cut along a direction have private slots.
    boolean holds(int direction) {
        return listOf[direction] >= 0;
    }

    /// The index of the slot among the private ones.
    int number(int x, int y, int z, long position, int direction) {
        return Math.toIntExact(slot(x, y, z, position, direction) - base);
    }

    /// The slot with an index.
    long slot(int number) {
        return base + number;
    }

    long slot(int x, int y, int z, long position, int direction) {
        int list = listOf[direction];
        if (list >= 0 && nodes != null && nodes.contains(position)) {
            int member = nodes.rank(position);
            if (lists[list].contains(member)) {
                return base + start[list] + lists[list].rank(member);
            }
        }
        throw new IllegalStateException(
                "node (%d,%d,%d) of %s has no cut link along direction %d: the node map's cut links are incomplete"
                        .formatted(x, y, z, box, direction));
    }

    /// The tables; empty if there are no private slots.
    Optional<PrivateIndex> index() {
        if (nodes == null) {
            return Optional.empty();
        }
        long[] first = new long[lists.length];
        Arrays.setAll(first, list -> base + start[list]);
        return Optional.of(new PrivateIndex(listOf.clone(), first, nodes, List.of(lists)));
    }

    /// Bytes of the tables.
    long tableBytes() {
        long bytes = nodes == null ? 0 : nodes.bytes();
        for (RankedBits list : lists) {
            bytes += list.bytes();
        }
        return bytes;
    }
}
