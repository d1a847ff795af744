package dev.tessera.solver;

/// A fit of `a + b t + c t² + exp(-decay t) (p cos(w t) + q sin(w t))`.
///
/// @param squares sum of the squared residuals
/// @param amplitude of the oscillation at t = 0
record LeastSquares(double squares, double amplitude) {
    /// @param frequency w, radians per unit of time; 0: the parabola alone
    static LeastSquares of(double[] times, double[] values, double frequency, double decay) {
        int terms = frequency == 0 ? 3 : 5;
        double length = Math.max(1e-300, Math.abs(times[0] - times[times.length - 1]));
        double[][] basis = new double[times.length][terms];
        for (int k = 0; k < times.length; k++) {
            double t = times[k] / length;
            basis[k][0] = 1;
            basis[k][1] = t;
            basis[k][2] = t * t;
            if (terms == 5) {
                double envelope = Math.exp(-decay * times[k]);
                basis[k][3] = envelope * Math.cos(frequency * times[k]);
                basis[k][4] = envelope * Math.sin(frequency * times[k]);
            }
        }
        double[] coefficients = solve(basis, values);
        double squares = 0;
        for (int k = 0; k < times.length; k++) {
            double left = values[k];
            for (int i = 0; i < terms; i++) {
                left -= coefficients[i] * basis[k][i];
            }
            squares += left * left;
        }
        return new LeastSquares(squares, terms == 5 ? Math.hypot(coefficients[3], coefficients[4]) : 0);
    }

    /// By orthogonal columns (modified Gram-Schmidt): normal equations would lose half of the digits.
    private static double[] solve(double[][] basis, double[] values) {
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
