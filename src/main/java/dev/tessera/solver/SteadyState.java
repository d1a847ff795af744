package dev.tessera.solver;

import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Decides when a flow no longer changes: the relative change over one interval (a convective or diffusive
/// time) stays below a tolerance three times in a row.
final class SteadyState {
    private static final int TIMES_IN_A_ROW = 3;
    private static final int BLOCK = 1 << 16;
    private final double tolerance;
    private double @Nullable [][] lastVelocity;
    private double lastPermeability = Double.NaN;
    private int calm;
    private double residual = Double.NaN;

    SteadyState(double tolerance) {
        this.tolerance = tolerance;
    }

    /// Judges by velocity: the L2 norm of its change relative to its own.
    /// @param velocity `[axis][node]`; what will be compared with next time is copied
    void compare(double[][] velocity, ForkJoinPool workers) {
        if (lastVelocity != null) {
            double[][] last = lastVelocity;
            int count = velocity[0].length;
            double change = 0;
            double size = 0;
            for (int axis = 0; axis < velocity.length; axis++) {
                double[] now = velocity[axis];
                double[] before = last[axis];
                change += Sums.sum(count, workers, n -> (now[n] - before[n]) * (now[n] - before[n]));
                size += Sums.sum(count, workers, n -> now[n] * now[n]);
            }
            judge(size == 0 ? (change == 0 ? 0 : 1) : Math.sqrt(change / size));
        }
        keep(velocity, workers);
    }

    private void keep(double[][] velocity, ForkJoinPool workers) {
        double[][] last = lastVelocity == null ? new double[velocity.length][velocity[0].length] : lastVelocity;
        Sums.inParallel(Math.ceilDiv(velocity[0].length, BLOCK), workers, block -> {
            int from = block * BLOCK;
            for (int axis = 0; axis < velocity.length; axis++) {
                int length = Math.min(BLOCK, velocity[axis].length - from);
                System.arraycopy(velocity[axis], from, last[axis], from, length);
            }
        });
        lastVelocity = last;
    }

    /// Judges by permeability, or any single number that matters.
    void compare(double permeability) {
        if (!Double.isNaN(lastPermeability)) {
            judge(permeability == 0 ? 1 : Math.abs((permeability - lastPermeability) / permeability));
        }
        lastPermeability = permeability;
    }

    /// What a checkpoint stores of this test. Velocities are not copied: write them before the next comparison.
    SteadyHistory history(long intervalSteps) {
        return new SteadyHistory(
                tolerance,
                intervalSteps,
                calm,
                residual,
                lastPermeability,
                lastVelocity == null ? new double[0][] : lastVelocity);
    }

    /// Continues where an earlier test stopped. Comparisons over another interval say nothing about this test; those
    /// within another tolerance are not counted.
    void continueFrom(SteadyHistory history, long intervalSteps) {
        if (history.intervalSteps() == intervalSteps) {
            residual = history.residual();
            lastPermeability = history.lastNumber();
            lastVelocity = history.lastVelocity().length == 0 ? null : history.lastVelocity();
            calm = history.tolerance() == tolerance ? history.calm() : 0;
        }
    }

    private void judge(double change) {
        residual = change;
        calm = change <= tolerance ? calm + 1 : 0;
    }

    boolean reached() {
        return calm >= TIMES_IN_A_ROW;
    }

    /// The last relative change; NaN before the second comparison.
    double residual() {
        return residual;
    }
}
