package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import java.util.List;

/// Powers with constant exponents.
final class Powers {
    private static final int LARGEST_PRODUCT = 4;

    private Powers() {}

    /// By products and roots where the exponent is a multiple of 1/2, else by logarithms.
    /// @param base positive
    static Expr of(ExprGraph graph, Expr base, double exponent) {
        double halves = 2 * Math.abs(exponent);
        if (halves != Math.rint(halves) || halves > 2 * LARGEST_PRODUCT) {
            return graph.call(ElementaryFunction.POW, List.of(base, graph.constant(Rational.exactly(exponent))));
        }
        Expr power = halves % 2 == 1 ? graph.squareRoot(base) : graph.constant(1);
        for (int factor = 0; factor < (int) halves / 2; factor++) {
            power = power.times(base);
        }
        return exponent < 0 ? graph.constant(1).over(power) : power;
    }

    static Expr between(ExprGraph graph, double low, Expr value, double high) {
        return graph.minimum(graph.maximum(value, number(graph, low)), number(graph, high));
    }

    static Expr number(ExprGraph graph, double value) {
        return graph.constant(Rational.exactly(value));
    }

    /// Shear rates with equal ratios.
    static double[] spread(double lowest, double highest, int count) {
        double[] rates = new double[count];
        for (int k = 0; k < count; k++) {
            rates[k] = lowest * StrictMath.pow(highest / lowest, k / (count - 1.0));
        }
        return rates;
    }
}
