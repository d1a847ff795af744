package dev.tessera.output;

import dev.tessera.geometry.FluidNodes;
import java.util.Arrays;

/// One value per node of a slice (or the largest along an axis): NaN where there is none.
///
/// @param horizontal axis to the right
/// @param vertical axis upward
/// @param values `[y][x]`, NaN where there is no fluid, or fluid without a value
/// @param fluid `[y][x]`, whether there is fluid
record SlicePixels(int width, int height, int horizontal, int vertical, double[] values, boolean[] fluid) {

    /// @param axis at a right angle to the slice
    /// @param first plane of nodes
    /// @param last plane of nodes; the largest value from the first to the last is shown
    static SlicePixels of(int axis, int first, int last, FluidNodes nodes, FieldValues field) {
        var box = nodes.box();
        int[] size = {box.nx(), box.ny(), box.nz()};
        int horizontal = axis == 0 ? 1 : 0;
        int vertical = axis == 2 ? 1 : 2;
        double[] values = new double[size[horizontal] * size[vertical]];
        Arrays.fill(values, Double.NaN);
        boolean[] fluid = new boolean[values.length];
        int[] p = new int[3];
        for (p[axis] = first; p[axis] <= last; p[axis]++) {
            for (p[vertical] = 0; p[vertical] < size[vertical]; p[vertical]++) {
                for (p[horizontal] = 0; p[horizontal] < size[horizontal]; p[horizontal]++) {
                    long number = nodes.number(box.index(p[0], p[1], p[2]));
                    if (number >= 0) {
                        int pixel = p[horizontal] + size[horizontal] * p[vertical];
                        double value = field.magnitude((int) number);
                        fluid[pixel] = true;
                        if (!(values[pixel] >= value) && !Double.isNaN(value)) {
                            values[pixel] = value;
                        }
                    }
                }
            }
        }
        return new SlicePixels(size[horizontal], size[vertical], horizontal, vertical, values, fluid);
    }

    /// The values in half the memory.
    float[] singleValues() {
        float[] single = new float[values.length];
        for (int k = 0; k < single.length; k++) {
            single[k] = (float) values[k];
        }
        return single;
    }

    /// The same nodes with other values.
    SlicePixels withValues(float[] single) {
        double[] other = new double[single.length];
        for (int k = 0; k < other.length; k++) {
            other[k] = single[k];
        }
        return new SlicePixels(width, height, horizontal, vertical, other, fluid);
    }

    double smallest() {
        return Arrays.stream(values).filter(v -> !Double.isNaN(v)).min().orElse(0);
    }

    double largest() {
        return Arrays.stream(values).filter(v -> !Double.isNaN(v)).max().orElse(0);
    }

    boolean isFluid(int x, int y) {
        return fluid[x + width * y];
    }

    /// The value between nodes by bilinear interpolation; neighbours without a value are left out, and at a
    /// node without a value there is none.
    /// @param x column of the nearest node, @param y its row
    /// @param atX place in units of columns, @param atY of rows
    double between(int x, int y, double atX, double atY) {
        if (Double.isNaN(at(x, y))) {
            return Double.NaN;
        }
        int left = (int) Math.floor(atX);
        int below = (int) Math.floor(atY);
        double sum = 0;
        double weights = 0;
        for (int row = below; row <= below + 1; row++) {
            for (int column = left; column <= left + 1; column++) {
                if (row >= 0 && row < height && column >= 0 && column < width && !Double.isNaN(at(column, row))) {
                    double weight = (1 - Math.abs(atX - column)) * (1 - Math.abs(atY - row));
                    sum += weight * at(column, row);
                    weights += weight;
                }
            }
        }
        return weights > 0 ? sum / weights : at(x, y);
    }

    /// The value at a node of the picture; y upward.
    double at(int x, int y) {
        return values[x + width * y];
    }
}
