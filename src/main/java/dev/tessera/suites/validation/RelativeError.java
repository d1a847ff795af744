package dev.tessera.suites.validation;

/// The relative error of computed values, `‖values - exact‖ / ‖exact‖`.
final class RelativeError {
    private RelativeError() {}

    /// In the L2 norm.
    ///
    /// @param exact as many as values, not all zero
    static double l2(double[] values, double[] exact) {
        return l2(new double[][] {values}, new double[][] {exact});
    }

    /// In the L2 norm, of vectors.
    ///
    /// @param values `[component][node]`
    /// @param exact the same shape, not all zero
    static double l2(double[][] values, double[][] exact) {
        double difference = 0;
        double size = 0;
        for (int node = 0; node < exact[0].length; node++) {
            double differenceHere = 0;
            double sizeHere = 0;
            for (int component = 0; component < exact.length; component++) {
                double error = values[component][node] - exact[component][node];
                differenceHere += error * error;
                sizeHere += exact[component][node] * exact[component][node];
            }
            difference += differenceHere;
            size += sizeHere;
        }
        return Math.sqrt(difference / size);
    }
}
