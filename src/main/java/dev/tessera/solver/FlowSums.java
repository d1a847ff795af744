package dev.tessera.solver;

import java.util.concurrent.ForkJoinPool;

/// Sums over a velocity field in one pass; summation order as in [Sums], so that results do not depend on threads.
///
/// @param speed sum of all speeds, lattice units
/// @param components sum of the velocity along each axis
/// @param fastest the fastest fluid node, the first of several; NaN counts as fastest
record FlowSums(double speed, double[] components, int fastest) {
    private static final int BLOCK = Sums.BLOCK;

    /// @param velocity lattice units, `[axis][fluid node]`, of at least one node
    static FlowSums of(double[][] velocity, ForkJoinPool workers) {
        int axes = velocity.length;
        int count = velocity[0].length;
        int blocks = Math.ceilDiv(count, BLOCK);
        double[][] partial = new double[axes + 1][blocks];
        int[] fastest = new int[blocks];
        Sums.inParallel(blocks, workers, block -> {
            int from = block * BLOCK;
            int end = Math.min(count, from + BLOCK);
            for (int axis = 0; axis < axes; axis++) {
                double[] component = velocity[axis];
                double total = 0;
                for (int n = from; n < end; n++) {
                    total += component[n];
                }
                partial[axis][block] = total;
            }
            double total = 0;
            double largest = Double.NEGATIVE_INFINITY;
            for (int n = from; n < end; n++) {
                double here = speed(velocity, n);
                total += here;
                if (here > largest || Double.isNaN(here) && !Double.isNaN(largest)) {
                    largest = here;
                    fastest[block] = n;
                }
            }
            partial[axes][block] = total;
        });
        double[] sums = new double[axes];
        for (int axis = 0; axis < axes; axis++) {
            sums[axis] = Sums.overTree(partial[axis]);
        }
        int first = Sums.indexOfMaximum(blocks, workers, block -> speed(velocity, fastest[block]));
        return new FlowSums(Sums.overTree(partial[axes]), sums, fastest[first]);
    }

    /// The fastest node alone.
    static int fastest(double[][] velocity, ForkJoinPool workers) {
        return Sums.indexOfMaximum(velocity[0].length, workers, n -> speed(velocity, n));
    }

    /// The magnitude of a node's velocity.
    static double speed(double[][] velocity, int n) {
        double square = 0;
        for (double[] component : velocity) {
            square += component[n] * component[n];
        }
        return Math.sqrt(square);
    }
}
