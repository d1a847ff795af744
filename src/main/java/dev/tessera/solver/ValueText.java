package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Values of a case as one line of text, equal where the values are equal: numbers to the last bit, expressions
/// with a hash of their form and numbers, since their text lacks the constants of the case.
public final class ValueText {
    private ValueText() {}

    public static String of(List<Value> components, String unit) {
        return components.stream().map(value -> of(value, unit)).collect(Collectors.joining(", ", "[", "]"));
    }

    public static String of(Value value, String unit) {
        return switch (value) {
            case Value.Constant(double si) -> si + " " + unit;
            case Value.Varying(Expr expression, double toSi, String text) ->
                "\"%s\" times %s %s (form %016x)".formatted(text, toSi, unit, NodesHash.ofText(form(expression)));
            case Value.Sampled sampled ->
                "%d points in time, %s, period %s s, in %s (points %016x)"
                        .formatted(
                                sampled.timesS().size(),
                                sampled.interpolation().name().toLowerCase(Locale.ROOT),
                                sampled.periodS(),
                                unit,
                                NodesHash.ofText(sampled.timesS() + " " + sampled.si()));
        };
    }

    /// Every node once, operands before their uses, each with its number in this order.
    static String form(Expr root) {
        Map<Expr, Integer> numbers = new HashMap<>();
        StringBuilder text = new StringBuilder();
        Deque<Expr> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Expr next = open.peek();
            List<Expr> missing = next.form().operands().stream()
                    .filter(operand -> !numbers.containsKey(operand))
                    .toList();
            missing.forEach(open::push);
            if (missing.isEmpty()) {
                open.pop();
                if (numbers.putIfAbsent(next, numbers.size()) == null) {
                    text.append(word(next.form()));
                    next.form().operands().forEach(operand -> text.append(' ').append(numbers.get(operand)));
                    text.append(';');
                }
            }
        }
        return text.toString();
    }

    private static String word(Form form) {
        return switch (form) {
            case Form.Constant(var value) -> value.toString();
            case Form.Symbol(String name) -> name;
            case Form.Compare compare -> compare.comparison().name();
            case Form.Call call -> call.function().name();
            case Form.Iterate iterate -> iterate.iteration() + "." + iterate.state();
            case Form.Digits digits -> digits.function().name();
            case Form.Add f -> "+";
            case Form.Subtract f -> "-";
            case Form.Multiply f -> "*";
            case Form.Divide f -> "/";
            case Form.Negate f -> "NEGATE";
            case Form.SquareRoot f -> "SQRT";
            case Form.Absolute f -> "ABS";
            case Form.FusedMultiplyAdd f -> "FMA";
            case Form.Minimum f -> "MIN";
            case Form.Maximum f -> "MAX";
            case Form.Select f -> "IF";
            case Form.After f -> "AFTER";
        };
    }
}
