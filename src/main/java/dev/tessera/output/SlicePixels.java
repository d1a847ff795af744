package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// One value per node of a slice (or the largest along an axis): NaN where there is none.
///
/// @param horizontal axis to the right
/// @param vertical axis upward
/// @param values `[y][x]`, NaN where there is no fluid, or fluid without a value
/// @param fluid `[y][x]`, whether there is fluid
record SlicePixels(int width, int height, int horizontal, int vertical, double[] values, boolean[] fluid) {
    private static final int ROWS_PER_TASK = 8;

    /// @param axis at a right angle to the slice
    /// @param first plane of nodes
    /// @param last plane of nodes; the largest value from the first to the last is shown
    static SlicePixels of(int axis, int first, int last, FluidNodes nodes, FieldValues field, ForkJoinPool workers) {
        Box box = nodes.box();
        int horizontal = axis == 0 ? 1 : 0;
        int vertical = axis == 2 ? 1 : 2;
        int width = box.nodes(horizontal);
        int height = box.nodes(vertical);
        double[] values = new double[width * height];
        Arrays.fill(values, Double.NaN);
        SlicePixels pixels = new SlicePixels(width, height, horizontal, vertical, values, new boolean[values.length]);
        int tasks = (height + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            int from = task * ROWS_PER_TASK;
            int end = Math.min(from + ROWS_PER_TASK, height);
            if (axis == 2) {
                pixels.read(nodes, field, new Rows(0, box.nx(), from, end, first, last + 1));
            } else if (axis == 1) {
                pixels.read(nodes, field, new Rows(0, box.nx(), first, last + 1, from, end));
            } else {
                pixels.read(nodes, field, new Rows(first, last + 1, 0, box.ny(), from, end));
            }
        });
        return pixels;
    }

    /// Rows of nodes along x, each axis up to but without its end.
    private record Rows(int fromX, int endX, int fromY, int endY, int fromZ, int endZ) {}

    /// Visits the fluid nodes of some rows in the order of memory.
    private void read(FluidNodes nodes, FieldValues field, Rows rows) {
        for (int z = rows.fromZ; z < rows.endZ; z++) {
            for (int y = rows.fromY; y < rows.endY; y++) {
                int first = horizontal == 1 ? y + width * z : width * (vertical == 1 ? y : z);
                int step = horizontal == 1 ? 0 : 1;
                long number = -1; // of the next fluid node
                for (int x = rows.fromX; x < rows.endX; x += 64) {
                    long at = nodes.box().index(x, y, z);
                    long bits = nodes.bits(at, Math.min(64, rows.endX - x));
                    if (bits != 0 && number < 0) {
                        number = nodes.rank(at);
                    }
                    for (; bits != 0; bits &= bits - 1) {
                        show(first + step * (x + Long.numberOfTrailingZeros(bits)), field.magnitude((int) number++));
                    }
                }
            }
        }
    }

    private void show(int pixel, double value) {
        fluid[pixel] = true;
        if (!(values[pixel] >= value) && !Double.isNaN(value)) {
            values[pixel] = value;
        }
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
        double smallest = Double.POSITIVE_INFINITY;
        for (double value : values) {
            smallest = value < smallest ? value : smallest;
        }
        return Double.isInfinite(smallest) ? 0 : smallest;
    }

    double largest() {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            largest = value > largest ? value : largest;
        }
        return Double.isInfinite(largest) ? 0 : largest;
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
        return around(atX, atY);
    }

    /// The value between nodes, as [#between], also where the nearest node has none. Where none of the four around has
    /// one, the mean of the sixteen around, NaN where these have none.
    double around(double atX, double atY) {
        int left = (int) Math.floor(atX);
        int below = (int) Math.floor(atY);
        double sum = 0;
        double weights = 0;
        for (int reach = 0; reach < 2 && weights == 0; reach++) {
            for (int row = below - reach; row <= below + 1 + reach; row++) {
                for (int column = left - reach; column <= left + 1 + reach; column++) {
                    if (row >= 0 && row < height && column >= 0 && column < width && !Double.isNaN(at(column, row))) {
                        double weight = reach > 0 ? 1 : (1 - Math.abs(atX - column)) * (1 - Math.abs(atY - row));
                        sum += weight * at(column, row);
                        weights += weight;
                    }
                }
            }
        }
        return weights > 0 ? sum / weights : Double.NaN;
    }

    /// The value at a node of the picture; y upward.
    double at(int x, int y) {
        return values[x + width * y];
    }
}
