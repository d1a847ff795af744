package dev.tessera.suites.validation;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;

/// Coordinates of a fluid node.
final class NodeCoordinates {
    private NodeCoordinates() {}

    static Vec of(NodeMap nodes, int fluidNode) {
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(fluidNode);
        double dx = nodes.spacingM();
        double[] o = nodes.originM();
        return new Vec(o[0] + dx * box.x(at), o[1] + dx * box.y(at), o[2] + dx * box.z(at));
    }
}
