package dev.tessera.casefile;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.solver.Value;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Values as a case writes them: quantities, and expressions with their unit.
final class ValueText {
    private static final int LONGEST = 3000;

    private ValueText() {}

    static YamlNode of(Value value, QuantityKind kind) {
        return switch (value) {
            case Value.Constant(double si) -> Yaml.text(QuantityText.exact(si, kind));
            case Value.Varying varying -> varying(varying, kind);
            case Value.Sampled sampled -> new SeriesType(kind).write(sampled);
        };
    }

    private static YamlNode varying(Value.Varying value, QuantityKind kind) {
        String text = value.text().isBlank() ? expression(value.expression()) : value.text();
        for (String unit : kind.units()) {
            if (Quantity.unitToSi(unit, kind) == value.toSi()) {
                return written(text, unit);
            }
        }
        return written("(%s)*%s".formatted(text, value.toSi()), kind.units().getFirst());
    }

    private static YamlNode written(String expression, String unit) {
        return Yaml.group().with("expression", expression).with("unit", unit).node();
    }

    /// An expression in the syntax of the parser.
    /// @throws IllegalArgumentException where it is too long: shared parts are repeated
    static String expression(Expr expr) {
        String text = bare(expr, text(expr, new int[1]));
        if (text.length() > LONGEST) {
            throw tooLong();
        }
        return text;
    }

    private static IllegalArgumentException tooLong() {
        return new IllegalArgumentException("an expression of this case is too long to be written; keep it in Java");
    }

    private static String text(Expr expr, int[] count) {
        if (++count[0] > LONGEST) {
            throw tooLong();
        }
        boolean function = !isInfix(expr) && !(expr.form() instanceof Form.Negate);
        List<String> parts = expr.form().operands().stream()
                .map(operand -> function ? bare(operand, text(operand, count)) : text(operand, count))
                .toList();
        return switch (expr.form()) {
            case Form.Constant(Rational value) -> constant(value);
            case Form.Symbol(String name) -> name;
            case Form.Add f -> infix("+", parts);
            case Form.Subtract f -> infix("-", parts);
            case Form.Multiply f -> infix("*", parts);
            case Form.Divide f -> infix("/", parts);
            case Form.Negate f -> "(-" + parts.getFirst() + ")";
            case Form.SquareRoot f -> call("sqrt", parts);
            case Form.Absolute f -> call("abs", parts);
            case Form.FusedMultiplyAdd f -> "(%s*%s + %s)".formatted(parts.get(0), parts.get(1), parts.get(2));
            case Form.Minimum f -> call("min", parts);
            case Form.Maximum f -> call("max", parts);
            case Form.Compare f -> infix(comparison(f.comparison()), parts);
            case Form.Select f -> call("if", parts);
            case Form.Digits f -> throw new IllegalArgumentException("%s has no name in cases".formatted(f.function()));
            case Form.After f ->
                throw new IllegalArgumentException("an order of computation cannot be written in cases");
            case Form.Iterate f -> throw new IllegalArgumentException("iterations cannot be written in cases");
            case Form.Call f -> call(f.function().name().toLowerCase(Locale.ROOT), parts);
        };
    }

    private static boolean isInfix(Expr expr) {
        return switch (expr.form()) {
            case Form.Add f -> true;
            case Form.Subtract f -> true;
            case Form.Multiply f -> true;
            case Form.Divide f -> true;
            case Form.FusedMultiplyAdd f -> true;
            case Form.Compare f -> true;
            case Form.Constant f -> false;
            case Form.Symbol f -> false;
            case Form.Negate f -> false;
            case Form.SquareRoot f -> false;
            case Form.Absolute f -> false;
            case Form.Minimum f -> false;
            case Form.Maximum f -> false;
            case Form.Select f -> false;
            case Form.Digits f -> false;
            case Form.Iterate f -> false;
            case Form.After f -> false;
            case Form.Call f -> false;
        };
    }

    /// Without the outermost brackets.
    private static String bare(Expr expr, String text) {
        return isInfix(expr) || expr.form() instanceof Form.Negate ? text.substring(1, text.length() - 1) : text;
    }

    private static String comparison(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case EQUAL -> "==";
        };
    }

    private static String constant(Rational value) {
        boolean whole = value.denominator().equals(BigInteger.ONE);
        String text =
                whole && value.numerator().bitLength() < 50 ? value.toString() : Double.toString(value.toDouble());
        return value.signum() < 0 ? "(" + text + ")" : text;
    }

    private static String infix(String operator, List<String> parts) {
        return "(%s %s %s)".formatted(parts.get(0), operator, parts.get(1));
    }

    private static String call(String name, List<String> parts) {
        return parts.stream().collect(Collectors.joining(", ", name + "(", ")"));
    }
}
