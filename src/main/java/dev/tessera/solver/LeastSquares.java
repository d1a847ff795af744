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
        double[] coefficients = LinearFit.coefficients(basis, values);
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
}
