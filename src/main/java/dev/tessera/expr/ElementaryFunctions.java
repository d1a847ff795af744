package dev.tessera.expr;

import java.util.List;

/// Elementary functions on the host: those of StrictMath, bit-identical on every machine.
final class ElementaryFunctions {
    private ElementaryFunctions() {}

    static double call(Form.ElementaryFunction function, List<Double> arguments) {
        int wanted = function.arguments();
        if (arguments.size() != wanted) {
            throw new IllegalArgumentException("%s takes %d argument%s, but %d were given"
                    .formatted(function, wanted, wanted == 1 ? "" : "s", arguments.size()));
        }
        return call(function, arguments.getFirst(), wanted > 1 ? arguments.get(1) : Double.NaN);
    }

    /// @param y used by functions of two arguments
    static double call(Form.ElementaryFunction function, double x, double y) {
        return switch (function) {
            case SIN -> StrictMath.sin(x);
            case COS -> StrictMath.cos(x);
            case TAN -> StrictMath.tan(x);
            case EXP -> StrictMath.exp(x);
            case LOG -> StrictMath.log(x);
            case POW -> StrictMath.pow(x, y);
            case TANH -> StrictMath.tanh(x);
            case ATAN2 -> StrictMath.atan2(x, y);
            case FLOOR -> StrictMath.floor(x);
        };
    }
}
