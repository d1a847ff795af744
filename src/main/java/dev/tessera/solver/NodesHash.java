package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabNodes;

/// Hashes of geometries.
final class NodesHash {
    private static final long SEED = 17;

    private NodesHash() {}

    /// Hash of the box and its fluid nodes.
    static long of(NodeMap nodes) {
        return of(new SlabNodes(Slab.whole(nodes.box()), nodes, nodes.originM()));
    }

    /// Hash of the whole box and the fluid nodes of all slabs. Collective.
    static long of(SlabNodes nodes) {
        Slab slab = nodes.slab();
        Box box = slab.whole();
        long[] state = {mix(mix(mix(SEED, box.nx()), box.ny()), box.nz()), 0}; // and the nodes of a word not yet full
        for (int rank = 0; rank < slab.exchange().count(); rank++) {
            boolean isOwn = rank == slab.exchange().rank();
            state = slab.exchange()
                    .all(isOwn ? after(nodes, state) : new long[0])
                    .get(rank);
        }
        return (box.size() & 63) == 0 ? state[0] : mix(state[0], state[1]);
    }

    /// The state after the slab's own nodes: words of 64 nodes in the order of the whole box are mixed one by one.
    private static long[] after(SlabNodes nodes, long[] before) {
        Slab slab = nodes.slab();
        Box stored = slab.box();
        long hash = before[0];
        long word = before[1];
        long at = stored.index(0, 0, slab.below());
        long end = stored.index(0, 0, slab.below() + slab.planes());
        int filled = (int) (slab.wholeIndex(at) & 63);
        while (at < end) {
            int count = (int) Math.min(64 - filled, end - at);
            word |= nodes.nodes().fluid().bits(at, count) << filled;
            at += count;
            filled += count;
            if (filled == 64) {
                hash = mix(hash, word);
                word = 0;
                filled = 0;
            }
        }
        return new long[] {hash, word};
    }

    /// Hash of the cut links with their surfaces and distances, of the openings, and of the box's position and
    /// periodic axes.
    static long ofLinks(NodeMap nodes) {
        var links = nodes.links();
        long hash = mix(SEED, nodes.box().toString().hashCode());
        hash = mix(hash, nodes.originM());
        for (int b = 0; b < links.boundaryNodes(); b++) {
            hash = mix(hash, links.node(b));
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                hash = mix(mix(hash, links.code(link)), links.surface(link));
                hash = links.hasDistances() ? mix(hash, Double.doubleToLongBits(links.distance(link))) : hash;
            }
        }
        for (Opening opening : nodes.openings()) {
            hash = mix(mix(hash, opening.surface()), opening.centreM());
            hash = mix(mix(hash, opening.normal()), Double.doubleToLongBits(opening.areaM2()));
            hash = mix(mix(hash, Double.doubleToLongBits(opening.radiusM())), opening.axisAligned() ? 1 : 0);
        }
        return hash;
    }

    static long ofText(String text) {
        long hash = SEED;
        for (int k = 0; k < text.length(); k++) {
            hash = mix(hash, text.charAt(k));
        }
        return hash;
    }

    private static long mix(long hash, double[] values) {
        long mixed = hash;
        for (double value : values) {
            mixed = mix(mixed, Double.doubleToLongBits(value));
        }
        return mixed;
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
