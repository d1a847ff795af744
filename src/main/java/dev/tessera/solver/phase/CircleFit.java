package dev.tessera.solver.phase;

import java.util.List;

/// The circle or sphere that is nearest to some points: it minimises the squares of `|x - centre|² - radius²`.
///
/// Source: Kåsa, IEEE Trans. Instrum. Meas. 25, 8 (1976).
public record CircleFit(double[] centre, double radius) {
    /// @param points two coordinates each, or three
    /// @throws IllegalArgumentException where the points do not determine a circle
    public static CircleFit of(List<double[]> points) {
        int unknowns = points.getFirst().length + 1;
        double[][] system = new double[unknowns][unknowns + 1];
        for (double[] point : points) {
            double[] row = new double[unknowns + 1]; // 2 centre·x + c = x²
            row[unknowns - 1] = 1;
            for (int axis = 0; axis < point.length; axis++) {
                row[axis] = 2 * point[axis];
                row[unknowns] += point[axis] * point[axis];
            }
            for (int i = 0; i < unknowns; i++) {
                for (int j = 0; j <= unknowns; j++) {
                    system[i][j] += row[i] * row[j];
                }
            }
        }
        double[] solution = solve(system);
        double[] centre = new double[unknowns - 1];
        double square = solution[unknowns - 1];
        for (int axis = 0; axis < centre.length; axis++) {
            centre[axis] = solution[axis];
            square += solution[axis] * solution[axis];
        }
        return new CircleFit(centre, Math.sqrt(square));
    }

    /// Gauss–Jordan elimination of a symmetric positive definite system, shape `[row][column and right side]`.
    private static double[] solve(double[][] system) {
        int count = system.length;
        for (int k = 0; k < count; k++) {
            if (!(Math.abs(system[k][k]) > 0)) {
                throw new IllegalArgumentException("the points of the interface determine no circle");
            }
            for (int row = 0; row < count; row++) {
                double factor = row == k ? 0 : system[row][k] / system[k][k];
                for (int column = k; column <= count; column++) {
                    system[row][column] -= factor * system[k][column];
                }
            }
        }
        double[] solution = new double[count];
        for (int k = 0; k < count; k++) {
            solution[k] = system[k][count] / system[k][k];
        }
        return solution;
    }
}
