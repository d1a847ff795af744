package dev.tessera.expr;

import dev.tessera.expr.Form.ElementaryFunction;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Elementary functions as expressions of other forms, for kernels: the same bits on every target. One set of
/// expressions for each floating-point format; they are only accurate when computed in that format, in their order.
///
/// `exp`, `log`, `sin`, `cos`, `tanh` are within 1 unit in the last place, `pow` within 2, `floor` is exact. Zeros,
/// infinities, NaN, overflow and subnormal numbers are those of [StrictMath]. The sine and cosine of a number
/// beyond 2^20 are NaN. `tan` and `atan2` exist on the host only.
public enum PortableFunctions implements CallExpansion {
    FP64(FunctionFormat.FP64),
    FP32(FunctionFormat.FP32);

    /// The largest argument of sine and cosine.
    public static final double LARGEST_ANGLE = SineGraph.LARGEST.toDouble();

    private final FunctionFormat format;

    PortableFunctions(FunctionFormat format) {
        this.format = format;
    }

    /// Whether a function has an expression.
    public static boolean has(ElementaryFunction function) {
        return switch (function) {
            case SIN, COS, EXP, LOG, POW, TANH, FLOOR -> true;
            case TAN, ATAN2 -> false;
        };
    }

    @Override
    public boolean keeps(ElementaryFunction function) {
        return false;
    }

    @Override
    public Expr call(ExprGraph graph, ElementaryFunction function, List<Expr> arguments) {
        Expr x = arguments.getFirst();
        return switch (function) {
            case EXP -> new ExponentialGraph(graph, format).exp(x);
            case TANH -> new ExponentialGraph(graph, format).tanh(x);
            case LOG -> new LogarithmGraph(graph, format).log(x);
            case POW -> new LogarithmGraph(graph, format).pow(x, arguments.get(1));
            case SIN -> new SineGraph(graph, format).sin(x);
            case COS -> new SineGraph(graph, format).cos(x);
            case FLOOR -> floor(new FunctionGraph(graph, format), x);
            case TAN, ATAN2 ->
                throw new IllegalArgumentException(
                        "%s is computed on the host only; kernels have sin, cos, exp, log, pow, tanh and floor"
                                .formatted(nameOf(function)));
        };
    }

    private static Expr floor(FunctionGraph functions, Expr x) {
        Expr nearest = functions.round(x);
        return nearest.minus(functions.whenLess(x, nearest, functions.one, functions.graph.constant(0)));
    }

    /// Why kernels cannot evaluate an expression that calls functions, as a sentence without its end; empty if
    /// they can.
    /// @param symbols the range of a symbol by its name: a sine may be beyond the largest argument
    public static String whyOnHost(Expr root, Function<String, Interval> symbols) {
        Ranges ranges = new Ranges(root, symbols);
        for (Expr node : ranges.nodes()) {
            if (node.form() instanceof Form.Call(ElementaryFunction function, List<Expr> arguments)) {
                if (!has(function)) {
                    return "%s is computed on the host only".formatted(nameOf(function));
                }
                double largest = ranges.of(arguments.getFirst()).largest();
                boolean isWave = function == ElementaryFunction.SIN || function == ElementaryFunction.COS;
                if (isWave && largest > LARGEST_ANGLE) {
                    return "the argument of %s may reach %.3g, and beyond %.0f (2^20) it is computed on the host only"
                            .formatted(nameOf(function), largest, LARGEST_ANGLE);
                }
            }
        }
        return "";
    }

    private static String nameOf(ElementaryFunction function) {
        return function.name().toLowerCase(Locale.ROOT);
    }
}
