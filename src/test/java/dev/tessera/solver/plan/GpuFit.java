package dev.tessera.solver.plan;

import dev.tessera.solver.plan.PredictedRows.Measured;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/// Fits [GpuConstants] to measured speeds: least squares of the logarithms of predicted over measured, in units of 5
/// %, where outliers count linearly (a smooth Huber loss). The Levenberg-Marquardt method in the logarithms of the
/// constants, which keeps them positive.
final class GpuFit {
    private static final double UNIT = 0.05;
    private static final double STEP = 1e-4; // of a logarithm, for derivatives
    private static final double FARTHEST = Math.log(20); // from where a fit begins
    private static final int ROUNDS = 60;
    private static final double NO_GAIN = 1e-4; // of the cost, in a round

    private final List<Measured> rows;
    private final GpuConstants start;

    private GpuFit(List<Measured> rows, GpuConstants start) {
        this.rows = rows;
        this.start = start;
    }

    static GpuConstants fit(List<Measured> rows, GpuConstants start) {
        return new GpuFit(rows, start).fitted();
    }

    static double[] values(GpuConstants constants) {
        return Arrays.stream(GpuConstants.class.getRecordComponents())
                .mapToDouble(component -> value(component, constants))
                .toArray();
    }

    private static double value(RecordComponent component, GpuConstants constants) {
        try {
            return (double) component.getAccessor().invoke(constants);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static GpuConstants constants(double[] values) {
        try {
            Class<?>[] types = new Class<?>[values.length];
            Arrays.fill(types, double.class);
            return GpuConstants.class
                    .getDeclaredConstructor(types)
                    .newInstance(Arrays.stream(values).boxed().toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /// @param x logarithms of the constants over those of the start
    private GpuConstants at(double[] x) {
        double[] values = values(start);
        for (int k = 0; k < x.length; k++) {
            values[k] *= Math.exp(x[k]);
        }
        return constants(values);
    }

    private double[] residuals(double[] x) {
        GpuConstants constants = at(x);
        return rows.stream()
                .mapToDouble(m -> Math.log1p(m.error(constants)) / UNIT)
                .toArray();
    }

    private static double cost(double[] residuals) {
        return Arrays.stream(residuals).map(r -> Math.sqrt(1 + r * r) - 1).sum();
    }

    private GpuConstants fitted() {
        double[] x = new double[values(start).length];
        double[] residuals = residuals(x);
        double damping = 1e-2;
        for (int round = 0; round < ROUNDS; round++) {
            double[] next = step(x, residuals, damping);
            double[] then = residuals(next);
            double gain = cost(residuals) - cost(then);
            if (gain > 0) {
                x = next;
                residuals = then;
                damping = Math.max(1e-8, damping / 3);
                if (gain < NO_GAIN * cost(residuals)) {
                    break;
                }
            } else {
                damping *= 4;
            }
        }
        return at(x);
    }

    private double[] step(double[] x, double[] residuals, double damping) {
        int n = x.length;
        double[][] slopes = new double[n][];
        for (int k = 0; k < n; k++) {
            double[] moved = x.clone();
            moved[k] += STEP;
            slopes[k] = residuals(moved);
            for (int i = 0; i < residuals.length; i++) {
                slopes[k][i] = (slopes[k][i] - residuals[i]) / STEP;
            }
        }
        double[][] system = new double[n][n + 1];
        for (int i = 0; i < residuals.length; i++) {
            double weight = 1 / Math.sqrt(1 + residuals[i] * residuals[i]);
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    system[a][b] += weight * slopes[a][i] * slopes[b][i];
                }
                system[a][n] -= weight * slopes[a][i] * residuals[i];
            }
        }
        for (int a = 0; a < n; a++) {
            system[a][a] += damping * system[a][a] + 1e-9;
        }
        double[] solution = solved(system);
        double[] next = x.clone();
        for (int k = 0; k < n; k++) {
            next[k] = Math.clamp(x[k] + Math.clamp(solution[k], -1, 1), -FARTHEST, FARTHEST);
        }
        return next;
    }

    /// Gaussian elimination; the matrix is positive definite.
    private static double[] solved(double[][] system) {
        int n = system.length;
        for (int p = 0; p < n; p++) {
            for (int row = p + 1; row < n; row++) {
                double factor = system[row][p] / system[p][p];
                for (int c = p; c <= n; c++) {
                    system[row][c] -= factor * system[p][c];
                }
            }
        }
        double[] x = new double[n];
        for (int p = n - 1; p >= 0; p--) {
            double sum = system[p][n];
            for (int c = p + 1; c < n; c++) {
                sum -= system[p][c] * x[c];
            }
            x[p] = sum / system[p][p];
        }
        return x;
    }
}
