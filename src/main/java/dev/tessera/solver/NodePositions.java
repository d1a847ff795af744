package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;

/// Visits fluid nodes in canonical order with their positions.
final class NodePositions {
    private NodePositions() {}

    interface Visitor {
        /// @param fluidNode its number
        /// @param pointM metres, `[3]`; reused between calls
        void visit(int fluidNode, double[] pointM);
    }

    static void forEach(NodeMap nodes, Visitor visitor) {
        var box = nodes.box();
        double[] point = new double[3];
        int number = 0;
        for (int z = 0; z < box.nz(); z++) {
            point[2] = nodes.originM()[2] + z * nodes.spacingM();
            for (int y = 0; y < box.ny(); y++) {
                point[1] = nodes.originM()[1] + y * nodes.spacingM();
                for (int x = 0; x < box.nx(); x++) {
                    if (nodes.fluid().isFluid(x, y, z)) {
                        point[0] = nodes.originM()[0] + x * nodes.spacingM();
                        visitor.visit(number++, point);
                    }
                }
            }
        }
    }
}
