package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/// Values between nodes by linear interpolation along each axis; nodes that are not fluid are left out, and the
/// weights of the others are normalised.
public final class FieldAt {
    private static final double HALF = 0.5 + 1e-9;

    private FieldAt() {}

    static double place(NodeMap nodes, double[] values, Vec placeM) {
        return place(nodes, values, placeM.x(), placeM.y(), placeM.z());
    }

    /// @param values by fluid node
    /// @return NaN where no surrounding node is fluid, and more than half a spacing outside the nodes
    public static double place(NodeMap nodes, double[] values, double xM, double yM, double zM) {
        return stencil(nodes, xM, yM, zM).value(number -> values[(int) number]);
    }

    /// The fluid nodes around a place and their weights; none where no surrounding node is fluid, and
    /// more than half a spacing outside the nodes.
    record Stencil(long[] nodes, double[] weights) {
        /// @param values by fluid number
        double value(LongToDoubleFunction values) {
            double sum = 0;
            double total = 0;
            for (int k = 0; k < nodes.length; k++) {
                sum += weights[k] * values.applyAsDouble(nodes[k]);
                total += weights[k];
            }
            return nodes.length == 0 ? Double.NaN : sum / total;
        }
    }

    static Stencil stencil(NodeMap nodes, double xM, double yM, double zM) {
        var box = nodes.box();
        double dx = nodes.spacingM();
        double[] place = {xM, yM, zM};
        int[] size = {box.nx(), box.ny(), box.nz()};
        int[] base = new int[3];
        double[] part = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            double s = (place[axis] - nodes.originM()[axis]) / dx;
            if (size[axis] > 1 && (s < -HALF || s > size[axis] - 1 + HALF)) {
                return new Stencil(new long[0], new double[0]);
            }
            base[axis] = Math.clamp((int) Math.floor(s), 0, Math.max(0, size[axis] - 2));
            part[axis] = size[axis] == 1 ? 0 : s - base[axis];
        }
        long[] numbers = new long[8];
        double[] weights = new double[8];
        int count = 0;
        for (int corner = 0; corner < 8; corner++) {
            int x = base[0] + (corner & 1);
            int y = base[1] + (corner >> 1 & 1);
            int z = base[2] + (corner >> 2);
            if (x >= size[0] || y >= size[1] || z >= size[2]) {
                continue;
            }
            double weight = ((corner & 1) == 0 ? 1 - part[0] : part[0])
                    * ((corner >> 1 & 1) == 0 ? 1 - part[1] : part[1])
                    * (corner >> 2 == 0 ? 1 - part[2] : part[2]);
            long number = nodes.fluid().number(box.index(x, y, z));
            if (number >= 0 && weight != 0) {
                numbers[count] = number;
                weights[count++] = weight;
            }
        }
        return new Stencil(Arrays.copyOf(numbers, count), Arrays.copyOf(weights, count));
    }
}
