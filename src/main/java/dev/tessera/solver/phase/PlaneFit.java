package dev.tessera.solver.phase;

import java.util.List;
import java.util.Optional;

/// The line or plane of points that are on one.
final class PlaneFit {
    /// Variance across the plane over that of all coordinates, below which points count as flat: arcs that rise by a
    /// hundred-thousandth of their length.
    private static final double FLAT = 1e-10;

    private PlaneFit() {}

    /// The unit normal; empty where the points are not on a line (plane).
    /// @param points two coordinates each, or three
    static Optional<double[]> normal(List<double[]> points) {
        double[][] covariance = covariance(points);
        double[] normal = covariance.length == 2 ? across(covariance) : largestCross(covariance);
        double square = 0;
        double trace = 0;
        for (int i = 0; i < normal.length; i++) {
            square += normal[i] * normal[i];
            trace += covariance[i][i];
        }
        if (!(square > 0)) {
            return Optional.empty(); // all on one line of a box in 3D
        }
        double variance = 0;
        for (int i = 0; i < normal.length; i++) {
            normal[i] /= Math.sqrt(square);
        }
        for (int i = 0; i < normal.length; i++) {
            for (int j = 0; j < normal.length; j++) {
                variance += normal[i] * covariance[i][j] * normal[j];
            }
        }
        return variance <= FLAT * trace ? Optional.of(normal) : Optional.empty();
    }

    private static double[][] covariance(List<double[]> points) {
        int axes = points.getFirst().length;
        double[] mean = new double[axes];
        for (double[] point : points) {
            for (int i = 0; i < axes; i++) {
                mean[i] += point[i] / points.size();
            }
        }
        double[][] covariance = new double[axes][axes];
        for (double[] point : points) {
            for (int i = 0; i < axes; i++) {
                for (int j = 0; j < axes; j++) {
                    covariance[i][j] += (point[i] - mean[i]) * (point[j] - mean[j]);
                }
            }
        }
        return covariance;
    }

    /// Across the row of a singular matrix with the largest diagonal.
    private static double[] across(double[][] matrix) {
        double[] row = matrix[0][0] > matrix[1][1] ? matrix[0] : matrix[1];
        return new double[] {-row[1], row[0]};
    }

    /// Across all rows of a singular matrix.
    private static double[] largestCross(double[][] matrix) {
        double[] largest = new double[3];
        double largestSquare = 0;
        for (int k = 0; k < 3; k++) {
            double[] a = matrix[k];
            double[] b = matrix[(k + 1) % 3];
            double[] cross = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
            double square = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
            if (square > largestSquare) {
                largest = cross;
                largestSquare = square;
            }
        }
        return largest;
    }
}
