package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import java.util.function.IntToDoubleFunction;

/// Sums over the fluid nodes of each plane across an axis. Each node has an area of one spacing squared, and half of it
/// on a symmetry side that the plane meets. Sums are compensated and in the order of nodes, so that they do not depend
/// on threads and parts.
///
/// Source of the compensation: Neumaier, Z. Angew. Math. Mech. 54, 39 (1974).
public final class PlaneSums {
    private final NodeMap nodes;
    private final SymmetrySides symmetry;
    private final int axis;

    /// @param axis across which the planes are: 0, 1, 2
    public PlaneSums(NodeMap nodes, int axis) {
        this.nodes = nodes;
        this.symmetry = SymmetrySides.of(nodes);
        this.axis = axis;
    }

    /// The area of fluid of each plane, in nodes.
    public double[] areas() {
        return of(n -> 1);
    }

    /// @param values by fluid node
    /// @return `[plane]`, of values times areas in nodes
    public double[] of(double[] values) {
        return of(n -> values[n]);
    }

    private double[] of(IntToDoubleFunction value) {
        Box box = nodes.box();
        double[] sums = new double[box.nodes(axis)];
        double[] rests = new double[sums.length];
        var places = nodes.fluid().ascending();
        int count = Math.toIntExact(nodes.fluid().count());
        for (int n = 0; n < count; n++) {
            long at = places.boxIndex(n);
            int plane = axis == 0 ? box.x(at) : axis == 1 ? box.y(at) : box.z(at);
            double term = value.applyAsDouble(n) * symmetry.shareAcross(at, axis);
            double sum = sums[plane] + term;
            rests[plane] +=
                    Math.abs(sums[plane]) >= Math.abs(term) ? sums[plane] - sum + term : term - sum + sums[plane];
            sums[plane] = sum;
        }
        for (int plane = 0; plane < sums.length; plane++) {
            sums[plane] += rests[plane];
        }
        return sums;
    }
}
