package dev.tessera.expr;

import dev.tessera.expr.Form.ElementaryFunction;
import java.util.List;
import java.util.function.Function;

/// Ranges of expressions by interval arithmetic (Moore, Interval Analysis, 1966): they contain every value, and may
/// be wider. Rounding errors are not added.
public final class Ranges {
    private final List<Expr> order;
    private final Interval[] ranges;

    /// @param symbols the range of a symbol by its name
    Ranges(Expr root, Function<String, Interval> symbols) {
        this.order = Reachable.from(List.of(root));
        this.ranges = new Interval[order.size()];
        for (int n = 0; n < ranges.length; n++) {
            ranges[n] = range(order.get(n).form(), symbols);
        }
    }

    /// The range of an expression.
    /// @param symbols the range of a symbol by its name
    public static Interval of(Expr root, Function<String, Interval> symbols) {
        return new Ranges(root, symbols).of(root);
    }

    /// All nodes, operands first.
    List<Expr> nodes() {
        return order;
    }

    Interval of(Expr node) {
        return ranges[Reachable.position(order, node)];
    }

    private Interval range(Form form, Function<String, Interval> symbols) {
        return switch (form) {
            case Form.Constant(Rational value) -> Interval.of(value.toDouble());
            case Form.Symbol(String name) -> symbols.apply(name);
            case Form.Add(Expr a, Expr b) -> of(a).plus(of(b));
            case Form.Subtract(Expr a, Expr b) -> of(a).minus(of(b));
            case Form.Multiply(Expr a, Expr b) -> of(a).times(of(b));
            case Form.Divide(Expr a, Expr b) -> of(a).over(of(b));
            case Form.Negate(Expr a) -> Interval.of(0).minus(of(a));
            case Form.SquareRoot(Expr a) -> growing(Math::sqrt, positive(of(a)));
            case Form.Absolute(Expr a) -> of(a).absolute();
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) ->
                of(a).times(of(b)).plus(of(c));
            case Form.Minimum(Expr a, Expr b) -> of(a).union(of(b));
            case Form.Maximum(Expr a, Expr b) -> of(a).union(of(b));
            case Form.Compare c -> Interval.ALL;
            case Form.Select(Expr condition, Expr a, Expr b) -> of(a).union(of(b));
            case Form.Digits d -> Interval.ALL;
            case Form.Iterate i -> Interval.ALL;
            case Form.After(Expr value, Expr earlier) -> of(value);
            case Form.Call(ElementaryFunction function, List<Expr> arguments) -> call(function, arguments);
        };
    }

    private Interval call(ElementaryFunction function, List<Expr> arguments) {
        Interval x = of(arguments.getFirst());
        return switch (function) {
            case SIN, COS, TANH -> new Interval(-1, 1);
            case EXP -> growing(StrictMath::exp, x);
            case LOG -> growing(StrictMath::log, positive(x));
            case FLOOR -> growing(StrictMath::floor, x);
            case ATAN2 -> new Interval(-Math.PI, Math.PI);
            case TAN -> Interval.ALL;
            case POW -> power(x, of(arguments.get(1)));
        };
    }

    /// A power of a positive base is monotonic in both.
    private static Interval power(Interval base, Interval exponent) {
        return base.least() <= 0
                ? Interval.ALL
                : Interval.spanning(
                        StrictMath.pow(base.least(), exponent.least()),
                        StrictMath.pow(base.least(), exponent.most()),
                        StrictMath.pow(base.most(), exponent.least()),
                        StrictMath.pow(base.most(), exponent.most()));
    }

    private static Interval growing(Function<Double, Double> function, Interval x) {
        return Interval.spanning(function.apply(x.least()), function.apply(x.most()));
    }

    private static Interval positive(Interval x) {
        return new Interval(Math.max(0, x.least()), Math.max(0, x.most()));
    }
}
