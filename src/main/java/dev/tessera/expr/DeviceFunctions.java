package dev.tessera.expr;

import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.expr.Form.ElementaryFunction;
import java.util.List;

/// `exp` and `log` by functions of the device's hardware, whose errors and last bits differ between devices
/// (docs/decisions/0095), and `pow` by both of them. All other functions are those of [PortableFunctions].
public enum DeviceFunctions implements CallExpansion {
    FP32(PortableFunctions.FP32);

    private final PortableFunctions portable;

    DeviceFunctions(PortableFunctions portable) {
        this.portable = portable;
    }

    @Override
    public boolean keeps(ElementaryFunction function) {
        return function == ElementaryFunction.EXP || function == ElementaryFunction.LOG;
    }

    @Override
    public Expr call(ExprGraph graph, ElementaryFunction function, List<Expr> arguments) {
        if (keeps(function)) {
            return graph.call(function, arguments);
        }
        return function == ElementaryFunction.POW
                ? power(graph, arguments.get(0), arguments.get(1))
                : portable.call(graph, function, arguments);
    }

    /// `e^(y ln x)`: 1 for y = 0, NaN for negative x, unless y is a whole number.
    private static Expr power(ExprGraph graph, Expr x, Expr y) {
        if (y.form() instanceof Form.Constant(Rational constant)) {
            return power(graph, x, y, constant);
        }
        Expr zero = graph.constant(0);
        Expr size = positivePower(graph, graph.absolute(x), y);
        Expr half = graph.constant(1, 2).times(y);
        Expr ofWhole = whenEqual(graph, rounded(graph, half), half, size, graph.negate(size));
        Expr isNegative = graph.compare(Comparison.LESS, x, zero);
        Expr ofNegative = whenEqual(graph, rounded(graph, y), y, ofWhole, positivePower(graph, x, y));
        return whenEqual(graph, y, zero, graph.constant(1), graph.select(isNegative, ofNegative, size));
    }

    private static Expr power(ExprGraph graph, Expr x, Expr y, Rational constant) {
        if (constant.isZero()) {
            return graph.constant(1);
        }
        double exponent = constant.toDouble();
        if (exponent != Math.rint(exponent)) {
            return positivePower(graph, x, y);
        }
        Expr size = positivePower(graph, graph.absolute(x), y);
        boolean isEven = exponent / 2 == Math.rint(exponent / 2);
        return isEven
                ? size
                : graph.select(graph.compare(Comparison.LESS, x, graph.constant(0)), graph.negate(size), size);
    }

    private static Expr positivePower(ExprGraph graph, Expr x, Expr y) {
        Expr logarithm = graph.call(ElementaryFunction.LOG, List.of(x));
        return graph.call(ElementaryFunction.EXP, List.of(y.times(logarithm)));
    }

    private static Expr rounded(ExprGraph graph, Expr x) {
        return graph.digits(DigitFunction.ROUND, x);
    }

    private static Expr whenEqual(ExprGraph graph, Expr left, Expr right, Expr then, Expr otherwise) {
        return graph.select(graph.compare(Comparison.EQUAL, left, right), then, otherwise);
    }
}
