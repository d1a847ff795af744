package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import java.util.concurrent.ForkJoinPool;

/// Visits fluid nodes in canonical order with their positions.
final class NodePositions {
    private static final int NODES_OF_PART = 1 << 14;

    private NodePositions() {}

    interface Visitor {
        /// @param fluidNode its number
        /// @param pointM metres, `[3]`; reused between calls
        void visit(int fluidNode, double[] pointM);
    }

    static void forEach(NodeMap nodes, Visitor visitor) {
        forRows(nodes, 0, (long) nodes.box().ny() * nodes.box().nz(), visitor);
    }

    /// In parts, by several threads: each part in order. Where a value of the case is wrong, the nodes are visited
    /// again in order, so that the first wrong one is told.
    /// @param visitor called by all of them
    static void forEach(NodeMap nodes, ForkJoinPool workers, Visitor visitor) {
        var box = nodes.box();
        long rows = (long) box.ny() * box.nz();
        long most = Math.max(1, NODES_OF_PART / box.nx());
        try {
            ParallelLoop.over(
                    workers,
                    Math.toIntExact(Math.ceilDiv(rows, most)),
                    part -> forRows(nodes, part * most, Math.min(rows, (part + 1) * most), visitor));
        } catch (CaseException wrong) {
            forEach(nodes, visitor);
            throw wrong;
        }
    }

    private static void forRows(NodeMap nodes, long begin, long end, Visitor visitor) {
        var box = nodes.box();
        double[] point = new double[3];
        int number = Math.toIntExact(nodes.fluid().rank(begin * box.nx()));
        for (long row = begin; row < end; row++) {
            int y = (int) (row % box.ny());
            int z = (int) (row / box.ny());
            point[2] = nodes.originM()[2] + z * nodes.spacingM();
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
