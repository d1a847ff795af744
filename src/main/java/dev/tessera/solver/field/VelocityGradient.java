package dev.tessera.solver.field;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;

/// Derivatives of values at fluid nodes: central differences, of second order; one-sided where only one neighbour along
/// the
/// axis is fluid, zero where none is.
///
/// @param nodes whose neighbours across periodic sides count
public record VelocityGradient(NodeMap nodes) {
    /// The derivative along an axis, per metre.
    /// @param values by fluid node
    public double of(double[] values, int axis, int node) {
        FluidNodes fluid = nodes.fluid();
        Box box = nodes.box();
        long place = fluid.boxIndex(node);
        int x = box.x(place);
        int y = box.y(place);
        int z = box.z(place);
        long before = neighbour(x, y, z, axis, -1);
        long behind = neighbour(x, y, z, axis, 1);
        if (before < 0 && behind < 0) {
            return 0;
        }
        double lower = values[before < 0 ? node : (int) before];
        double upper = values[behind < 0 ? node : (int) behind];
        double spacings = before < 0 || behind < 0 ? 1 : 2;
        return (upper - lower) / (spacings * nodes.spacingM());
    }

    private long neighbour(int x, int y, int z, int axis, int sign) {
        Box box = nodes.box();
        if (box.nodes(axis) == 1) {
            return -1;
        }
        long place = box.neighbour(x, y, z, axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
        return place < 0 ? -1 : nodes.fluid().number(place);
    }

    /// The vorticity, `[x, y, z]`, 1/s.
    /// @param velocity `[3][fluid node]`
    public double[] vorticity(double[][] velocity, int node) {
        return new double[] {
            of(velocity[2], 1, node) - of(velocity[1], 2, node),
            of(velocity[0], 2, node) - of(velocity[2], 0, node),
            of(velocity[1], 0, node) - of(velocity[0], 1, node)
        };
    }

    /// `-(d_a u_b)(d_b u_a) / 2`, 1/s².
    public double secondInvariant(double[][] velocity, int node) {
        double sum = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                sum += of(velocity[b], a, node) * of(velocity[a], b, node);
            }
        }
        return -sum / 2;
    }
}
