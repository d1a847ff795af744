package dev.tessera.expr;

import java.util.List;
import java.util.Locale;

/// Writes an expression as readable text, up to a bounded depth (shared graphs are exponential as trees).
final class ExprText {
    private static final int DEPTH = 6;

    private ExprText() {}

    static String of(Expr expr) {
        return of(expr, DEPTH);
    }

    private static String of(Expr expr, int depth) {
        if (depth == 0) {
            return "…";
        }
        int next = depth - 1;
        return switch (expr.form()) {
            case Form.Constant(Rational value) -> value.toString();
            case Form.Symbol(String name) -> name;
            case Form.Add(Expr a, Expr b) -> "(" + of(a, next) + " + " + of(b, next) + ")";
            case Form.Subtract(Expr a, Expr b) -> "(" + of(a, next) + " - " + of(b, next) + ")";
            case Form.Multiply(Expr a, Expr b) -> of(a, next) + "*" + of(b, next);
            case Form.Divide(Expr a, Expr b) -> of(a, next) + "/" + of(b, next);
            case Form.Negate(Expr a) -> "-" + of(a, next);
            case Form.SquareRoot(Expr a) -> "sqrt(" + of(a, next) + ")";
            case Form.Absolute(Expr a) -> "abs(" + of(a, next) + ")";
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) ->
                "fma(" + of(a, next) + ", " + of(b, next) + ", " + of(c, next) + ")";
            case Form.Minimum(Expr a, Expr b) -> "min(" + of(a, next) + ", " + of(b, next) + ")";
            case Form.Maximum(Expr a, Expr b) -> "max(" + of(a, next) + ", " + of(b, next) + ")";
            case Form.Compare(Form.Comparison op, Expr a, Expr b) ->
                "(" + of(a, next) + " " + op + " " + of(b, next) + ")";
            case Form.Select(Expr c, Expr a, Expr b) ->
                "select(" + of(c, next) + ", " + of(a, next) + ", " + of(b, next) + ")";
            case Form.Digits(Form.DigitFunction f, Expr a) ->
                f.name().toLowerCase(Locale.ROOT) + "(" + of(a, next) + ")";
            case Form.After(Expr value, Expr earlier) -> "after(" + of(value, next) + ", " + of(earlier, next) + ")";
            case Form.Iterate(Iteration iteration, int state, List<Expr> operands) ->
                iteration + "." + state
                        + operands.stream().map(x -> of(x, next)).toList();
            case Form.Call(Form.ElementaryFunction f, List<Expr> arguments) ->
                f.name().toLowerCase(Locale.ROOT)
                        + arguments.stream().map(x -> of(x, next)).toList();
        };
    }
}
