package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;

/// Hashes of geometries.
final class NodesHash {
    private static final long SEED = 17;

    private NodesHash() {}

    /// Hash of the box and its fluid nodes.
    static long of(NodeMap nodes) {
        var box = nodes.box();
        long hash = mix(mix(mix(SEED, box.nx()), box.ny()), box.nz());
        int words = Math.toIntExact((box.size() + 63) >>> 6);
        for (int w = 0; w < words; w++) {
            hash = mix(hash, nodes.fluid().word(w));
        }
        return hash;
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
