package dev.tessera.casefile;

import dev.tessera.casefile.ExpressionParser.ExpressionException;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import java.math.BigInteger;
import java.util.List;

/// The functions of expressions. On the host they are evaluated by StrictMath, so that results do not depend on the
/// machine.
final class ExpressionFunctions {
    static final List<String> NAMES = List.of(
            "sin", "cos", "tan", "exp", "log", "pow", "sqrt", "abs", "min", "max", "tanh", "floor", "atan2", "if");

    private static final int LARGEST_EXPANDED_POWER = 8;

    private ExpressionFunctions() {}

    static void checkCount(String name, int count, int start) {
        int least = switch (name) {
            case "if" -> 3;
            case "min", "max", "pow", "atan2" -> 2;
            default -> 1;
        };
        boolean more = name.equals("min") || name.equals("max");
        if (count < least || (count > least && !more)) {
            throw new ExpressionException(
                    start,
                    "%s takes %d argument%s%s, not %d"
                            .formatted(name, least, least == 1 ? "" : "s", more ? " or more" : "", count));
        }
    }

    static Expr call(ExprGraph graph, String name, List<Expr> arguments) {
        Expr first = arguments.getFirst();
        return switch (name) {
            case "sin" -> graph.call(Form.ElementaryFunction.SIN, arguments);
            case "cos" -> graph.call(Form.ElementaryFunction.COS, arguments);
            case "tan" -> graph.call(Form.ElementaryFunction.TAN, arguments);
            case "exp" -> graph.call(Form.ElementaryFunction.EXP, arguments);
            case "log" -> graph.call(Form.ElementaryFunction.LOG, arguments);
            case "tanh" -> graph.call(Form.ElementaryFunction.TANH, arguments);
            case "floor" -> graph.call(Form.ElementaryFunction.FLOOR, arguments);
            case "atan2" -> graph.call(Form.ElementaryFunction.ATAN2, arguments);
            case "pow" -> power(graph, first, arguments.get(1));
            case "sqrt" -> graph.squareRoot(first);
            case "abs" -> graph.absolute(first);
            case "min" -> arguments.stream().skip(1).reduce(first, graph::minimum);
            case "max" -> arguments.stream().skip(1).reduce(first, graph::maximum);
            default -> throw new IllegalStateException("function %s is listed but not built".formatted(name));
        };
    }

    /// Small whole powers are products, exact where their base is.
    static Expr power(ExprGraph graph, Expr base, Expr exponent) {
        if (exponent.form() instanceof Form.Constant(Rational value) && isSmallWhole(value)) {
            int power = value.numerator().intValueExact();
            if (power >= 0 || !base.isConstant(Rational.ZERO)) {
                Expr product = graph.constant(Rational.ONE);
                for (int i = 0; i < Math.abs(power); i++) {
                    product = i == 0 ? base : product.times(base);
                }
                return power < 0 ? graph.constant(Rational.ONE).over(product) : product;
            }
        }
        return graph.call(Form.ElementaryFunction.POW, List.of(base, exponent));
    }

    private static boolean isSmallWhole(Rational value) {
        return value.denominator().equals(BigInteger.ONE)
                && value.numerator().bitLength() <= 8
                && Math.abs(value.numerator().intValue()) <= LARGEST_EXPANDED_POWER;
    }
}
