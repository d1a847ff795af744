package dev.tessera.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Evaluates expressions of one graph; every shared node once. Compiled once, then run at as many points as
/// wanted: immutable and thread-safe.
public final class Evaluator {
    private final List<Expr> order; // operands first
    private final int[][] operands; // positions in order
    private final int[] roots;

    private Evaluator(List<Expr> order, int[][] operands, int[] roots) {
        this.order = order;
        this.operands = operands;
        this.roots = roots;
    }

    /// @param roots of one graph
    public static Evaluator of(List<Expr> roots) {
        List<Expr> order = Reachable.from(roots);
        int[][] operands = new int[order.size()][];
        for (int n = 0; n < operands.length; n++) {
            operands[n] = order.get(n).form().operands().stream()
                    .mapToInt(operand -> Reachable.position(order, operand))
                    .toArray();
        }
        int[] results =
                roots.stream().mapToInt(root -> Reachable.position(order, root)).toArray();
        return new Evaluator(order, operands, results);
    }

    /// The value of one expression in double precision.
    /// @param symbols the value of a symbol by its name
    public static double evaluate(Expr root, Function<String, Double> symbols) {
        return of(List.of(root)).run(Arithmetic.DOUBLE, symbols).getFirst();
    }

    /// Values of the roots, in their order; null where one is not defined in exact arithmetic.
    /// @param symbols the value of a symbol by its name; null for an unknown one
    /// @throws IllegalArgumentException if a symbol has no value, or a root is a truth value
    public <T> List<@Nullable T> run(Arithmetic<T> arithmetic, Function<String, @Nullable T> symbols) {
        @Nullable Object[] values = new Object[order.size()];
        for (int n = 0; n < values.length; n++) {
            values[n] = value(arithmetic, symbols, order.get(n).form(), operands[n], values);
        }
        List<@Nullable T> results = new ArrayList<>(roots.length);
        for (int root : roots) {
            if (values[root] instanceof Boolean) {
                throw new IllegalArgumentException(
                        "%s is a truth value, not a number; select by it".formatted(order.get(root)));
            }
            results.add(number(values[root]));
        }
        return results;
    }

    private static <T> @Nullable Object value(
            Arithmetic<T> arithmetic,
            Function<String, @Nullable T> symbols,
            Form form,
            int[] operands,
            @Nullable Object[] values) {
        if (form instanceof Form.Select) {
            Object condition = values[operands[0]];
            return condition == null ? null : values[operands[(Boolean) condition ? 1 : 2]];
        }
        for (int operand : operands) {
            if (values[operand] == null) {
                return null;
            }
        }
        T a = operands.length > 0 ? number(values[operands[0]]) : null;
        T b = operands.length > 1 ? number(values[operands[1]]) : null;
        return switch (form) {
            case Form.Constant(Rational value) -> arithmetic.constant(value);
            case Form.Symbol(String name) -> symbol(symbols, name);
            case Form.Add f -> arithmetic.add(a, b);
            case Form.Subtract f -> arithmetic.subtract(a, b);
            case Form.Multiply f -> arithmetic.multiply(a, b);
            case Form.Divide f -> arithmetic.divide(a, b);
            case Form.Negate f -> arithmetic.negate(a);
            case Form.SquareRoot f -> arithmetic.squareRoot(a);
            case Form.Absolute f -> arithmetic.absolute(a);
            case Form.FusedMultiplyAdd f -> arithmetic.fma(a, b, number(values[operands[2]]));
            case Form.Minimum f -> arithmetic.minimum(a, b);
            case Form.Maximum f -> arithmetic.maximum(a, b);
            case Form.Compare f -> arithmetic.compare(f.comparison(), a, b);
            case Form.Select f -> throw new AssertionError("selected above");
            case Form.Call f ->
                arithmetic.call(
                        f.function(),
                        Arrays.stream(operands)
                                .mapToObj(n -> Evaluator.<T>number(values[n]))
                                .toList());
        };
    }

    private static <T> T symbol(Function<String, @Nullable T> symbols, String name) {
        T value = symbols.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("symbol %s has no value".formatted(name));
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    private static <T> T number(@Nullable Object value) {
        return (T) value;
    }
}
