package dev.tessera.solver.field;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;

/// Derivatives of the velocity at fluid nodes: central differences, of second order; one-sided where only one neighbour
/// along
/// the
/// axis is fluid, zero where none is.
///
/// @param nodes whose neighbours across periodic sides count
public record VelocityGradient(NodeMap nodes) {
    /// The nodes beside a node, by axis; `apartM` is 0 where none is fluid.
    private record Beside(int[] lower, int[] upper, double[] apartM) {
        double derivative(double[] values, int axis) {
            return apartM[axis] == 0 ? 0 : (values[upper[axis]] - values[lower[axis]]) / apartM[axis];
        }
    }

    private Beside beside(int node) {
        long place = nodes.fluid().boxIndex(node);
        Box box = nodes.box();
        int[] at = {box.x(place), box.y(place), box.z(place)};
        var found = new Beside(new int[3], new int[3], new double[3]);
        for (int axis = 0; axis < 3; axis++) {
            long before = neighbour(at, axis, -1);
            long behind = neighbour(at, axis, 1);
            found.lower[axis] = before < 0 ? node : (int) before;
            found.upper[axis] = behind < 0 ? node : (int) behind;
            found.apartM[axis] = nodes.spacingM() * ((before < 0 ? 0 : 1) + (behind < 0 ? 0 : 1));
        }
        return found;
    }

    private long neighbour(int[] at, int axis, int sign) {
        Box box = nodes.box();
        if (box.nodes(axis) == 1) {
            return -1;
        }
        long place =
                box.neighbour(at[0], at[1], at[2], axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
        return place < 0 ? -1 : nodes.fluid().number(place);
    }

    /// `d_b u_a`, `[a][b]`, 1/s.
    /// @param velocity `[3][fluid node]`, m/s
    public double[][] of(double[][] velocity, int node) {
        Beside beside = beside(node);
        double[][] gradient = new double[3][3];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                gradient[a][b] = beside.derivative(velocity[a], b);
            }
        }
        return gradient;
    }

    /// A component of the vorticity, 1/s.
    public double vorticity(double[][] velocity, int axis, int node) {
        Beside beside = beside(node);
        int b = (axis + 1) % 3;
        int c = (axis + 2) % 3;
        return beside.derivative(velocity[c], b) - beside.derivative(velocity[b], c);
    }

    /// Half the square of the vorticity, 1/s².
    public double enstrophy(double[][] velocity, int node) {
        double[][] g = of(velocity, node);
        double x = g[2][1] - g[1][2];
        double y = g[0][2] - g[2][0];
        double z = g[1][0] - g[0][1];
        return (x * x + y * y + z * z) / 2;
    }

    /// `-(d_a u_b)(d_b u_a) / 2`, 1/s².
    public double secondInvariant(double[][] velocity, int node) {
        double[][] g = of(velocity, node);
        double sum = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                sum += g[b][a] * g[a][b];
            }
        }
        return -sum / 2;
    }
}
