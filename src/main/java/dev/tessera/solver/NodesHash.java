package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;

/// A number that differs, almost surely, between two sets of fluid nodes.
final class NodesHash {
    private NodesHash() {}

    static long of(NodeMap nodes) {
        var box = nodes.box();
        long hash = mix(mix(mix(17, box.nx()), box.ny()), box.nz());
        int words = Math.toIntExact((box.size() + 63) >>> 6);
        for (int w = 0; w < words; w++) {
            hash = mix(hash, nodes.fluid().word(w));
        }
        return hash;
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
