package dev.tessera.solver;

/// Linear least squares, by orthogonal columns (modified Gram-Schmidt): normal equations would lose half of the
/// digits.
public final class LinearFit {
    private LinearFit() {}

    /// The coefficients with which the columns of a basis come closest to given values. A column that depends
    /// on those before it has coefficient 0.
    /// @param basis `[value][column]`
    public static double[] coefficients(double[][] basis, double[] values) {
        int terms = basis[0].length;
        int count = values.length;
        double[][] q = new double[terms][count];
        double[][] r = new double[terms][terms];
        double[] right = new double[terms];
        double[] left = values.clone();
        for (int i = 0; i < terms; i++) {
            for (int k = 0; k < count; k++) {
                q[i][k] = basis[k][i];
            }
        }
        for (int i = 0; i < terms; i++) {
            double size = Math.sqrt(dot(q[i], q[i]));
            r[i][i] = size;
            for (int k = 0; k < count; k++) {
                q[i][k] = size == 0 ? 0 : q[i][k] / size;
            }
            for (int j = i + 1; j < terms; j++) {
                r[i][j] = dot(q[i], q[j]);
                subtract(q[j], r[i][j], q[i]);
            }
            right[i] = dot(q[i], left);
            subtract(left, right[i], q[i]);
        }
        double[] coefficients = new double[terms];
        for (int i = terms - 1; i >= 0; i--) {
            double sum = right[i];
            for (int j = i + 1; j < terms; j++) {
                sum -= r[i][j] * coefficients[j];
            }
            coefficients[i] = r[i][i] == 0 ? 0 : sum / r[i][i];
        }
        return coefficients;
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int k = 0; k < one.length; k++) {
            sum += one[k] * other[k];
        }
        return sum;
    }

    private static void subtract(double[] from, double factor, double[] what) {
        for (int k = 0; k < from.length; k++) {
            from[k] -= factor * what[k];
        }
    }
}
