package dev.tessera.solver.phase;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.reduce.ExactSum;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The volume in which a field is positive. Each node has a cell of one spacing; walls half-way between nodes are its
/// sides. In the cell the field is interpolated linearly: values at the middles of its sides, edges and at its corners
/// are means over the fluid nodes around them, and the octants between them (2D: quadrants) are six tetrahedra (two
/// triangles) each. Volumes of a field and of its negative add up to all cells.
public final class PhaseVolume {
    private static final int[][] ORDERS_2D = {{0, 1}, {1, 0}};
    private static final int[][] ORDERS_3D = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    private final PhaseField field;
    private final int dimensions;

    private PhaseVolume(PhaseField field) {
        this.field = field;
        this.dimensions = field.dimensions();
    }

    /// In cells. The sum does not depend on threads.
    public static double cells(PhaseField field, ForkJoinPool workers) {
        Box box = field.box();
        PhaseVolume volume = new PhaseVolume(field);
        int rows = box.ny() * box.nz();
        ExactSum[] sums = new ExactSum[rows];
        ParallelLoop.over(workers, rows, row -> {
            ExactSum sum = new ExactSum();
            for (int x = 0; x < box.nx(); x++) {
                sum.add(volume.share(x, row % box.ny(), row / box.ny()));
            }
            sums[row] = sum;
        });
        ExactSum all = new ExactSum();
        for (ExactSum sum : sums) {
            all.add(sum);
        }
        return all.value();
    }

    /// The share of a node's cell in which the field is positive; 0 where the node is not fluid.
    private double share(int x, int y, int z) {
        double here = field.at(x, y, z);
        if (Double.isNaN(here)) {
            return 0;
        }
        if (isUniform(x, y, z, here > 0)) {
            return here > 0 ? 1 : 0;
        }
        double sum = 0;
        int octants = 1 << dimensions;
        for (int octant = 0; octant < octants; octant++) {
            sum += ofOctant(x, y, z, octant);
        }
        return sum / octants;
    }

    private boolean isUniform(int x, int y, int z, boolean isPositive) {
        int depth = dimensions == 3 ? 1 : 0;
        for (int dz = -depth; dz <= depth; dz++) {
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    double there = field.at(x + dx, y + dy, z + dz);
                    if (!Double.isNaN(there) && there > 0 != isPositive) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /// @param octant bit a is set where it is on the upper side along axis a
    private double ofOctant(int x, int y, int z, int octant) {
        double[] corners = new double[1 << dimensions]; // bit a of the index: half a spacing along axis a
        for (int corner = 0; corner < corners.length; corner++) {
            corners[corner] = mean(x, y, z, octant, corner);
        }
        int[][] orders = dimensions == 2 ? ORDERS_2D : ORDERS_3D;
        double[] simplex = new double[dimensions + 1];
        double sum = 0;
        for (int[] order : orders) {
            int corner = 0;
            simplex[0] = corners[0];
            for (int k = 0; k < dimensions; k++) {
                corner |= 1 << order[k];
                simplex[k + 1] = corners[corner];
            }
            sum += positive(simplex);
        }
        return sum / orders.length;
    }

    /// Over the fluid nodes around a corner of an octant.
    private double mean(int x, int y, int z, int octant, int corner) {
        double sum = 0;
        int count = 0;
        for (int some = 0; some < 1 << dimensions; some++) {
            if ((some & ~corner) == 0) {
                double value =
                        field.at(x + step(some, octant, 0), y + step(some, octant, 1), z + step(some, octant, 2));
                if (!Double.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
        }
        return sum / count;
    }

    private static int step(int some, int octant, int axis) {
        return (some >> axis & 1) * ((octant >> axis & 1) == 1 ? 1 : -1);
    }

    /// The share of a triangle or tetrahedron in which a linear function is positive.
    /// @param values at the corners; sorted afterwards
    static double positive(double[] values) {
        Arrays.sort(values);
        int above = 0;
        for (double value : values) {
            above += value > 0 ? 1 : 0;
        }
        int corners = values.length;
        if (above == 0 || above == corners) {
            return above == 0 ? 0 : 1;
        }
        if (above == 1) {
            return around(values, corners - 1);
        }
        if (above == corners - 1) {
            return 1 - around(values, 0);
        }
        double ac = values[3] / (values[3] - values[0]); // of the edge from corner a to corner c
        double ad = values[3] / (values[3] - values[1]);
        double bc = values[2] / (values[2] - values[0]);
        double bd = values[2] / (values[2] - values[1]);
        return ac * ad + bc * bd * (1 - ad) + bc * (1 - ac) * ad;
    }

    /// The share of the part that has one corner alone.
    private static double around(double[] values, int corner) {
        double share = 1;
        for (int other = 0; other < values.length; other++) {
            share *= other == corner ? 1 : values[corner] / (values[corner] - values[other]);
        }
        return share;
    }
}
