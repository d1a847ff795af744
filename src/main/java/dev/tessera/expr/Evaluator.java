package dev.tessera.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Evaluates expressions of one graph, every shared node once. Compiled once, then run at any number of points;
/// immutable and thread-safe.
public final class Evaluator {
    private final List<Expr> order; // operands first
    private final int[][] operands; // positions in order
    private final int[] roots;
    private final @Nullable Object[] doubles; // constants, rounded once
    private volatile @Nullable Object @Nullable [] floats; // since the first run in single precision

    private Evaluator(List<Expr> order, int[][] operands, int[] roots) {
        this.order = order;
        this.operands = operands;
        this.roots = roots;
        this.doubles = constants(order, Arithmetic.DOUBLE);
    }

    private static @Nullable Object[] constants(List<Expr> order, Arithmetic<?> arithmetic) {
        @Nullable Object[] constants = new Object[order.size()];
        for (int n = 0; n < constants.length; n++) {
            if (order.get(n).form() instanceof Form.Constant(Rational value)) {
                constants[n] = arithmetic.constant(value);
            }
        }
        return constants;
    }

    /// Constants at their positions, other values null.
    private @Nullable Object[] begun(Arithmetic<?> arithmetic) {
        if (arithmetic == Arithmetic.DOUBLE) {
            return doubles.clone();
        }
        if (arithmetic != Arithmetic.FLOAT) {
            return new Object[order.size()];
        }
        @Nullable Object[] known = floats;
        if (known == null) {
            known = constants(order, Arithmetic.FLOAT);
            floats = known;
        }
        return known.clone();
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
        @Nullable Object[] values = begun(arithmetic);
        for (int n = 0; n < values.length; n++) {
            if (values[n] != null) {
                continue;
            }
            values[n] = value(arithmetic, symbols, order.get(n).form(), operands[n], values);
        }
        List<@Nullable T> results = new ArrayList<>(roots.length);
        var of = new Operands<T>(values, roots);
        for (int k = 0; k < roots.length; k++) {
            if (values[roots[k]] instanceof Boolean) {
                throw new IllegalArgumentException(
                        "%s is a truth value, not a number; use it as the condition of a selection"
                                .formatted(order.get(roots[k])));
            }
            results.add(of.find(k));
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
        var of = new Operands<T>(values, operands);
        return switch (form) {
            case Form.Constant(Rational value) -> arithmetic.constant(value);
            case Form.Symbol(String name) -> symbol(symbols, name);
            case Form.Add f -> arithmetic.add(of.get(0), of.get(1));
            case Form.Subtract f -> arithmetic.subtract(of.get(0), of.get(1));
            case Form.Multiply f -> arithmetic.multiply(of.get(0), of.get(1));
            case Form.Divide f -> arithmetic.divide(of.get(0), of.get(1));
            case Form.Negate f -> arithmetic.negate(of.get(0));
            case Form.SquareRoot f -> arithmetic.squareRoot(of.get(0));
            case Form.Absolute f -> arithmetic.absolute(of.get(0));
            case Form.FusedMultiplyAdd f -> arithmetic.fma(of.get(0), of.get(1), of.get(2));
            case Form.Minimum f -> arithmetic.minimum(of.get(0), of.get(1));
            case Form.Maximum f -> arithmetic.maximum(of.get(0), of.get(1));
            case Form.Compare f -> arithmetic.compare(f.comparison(), of.get(0), of.get(1));
            case Form.Digits f -> arithmetic.digits(f.function(), of.get(0));
            case Form.Iterate f ->
                arithmetic.iterate(
                        f.iteration(),
                        f.state(),
                        IntStream.range(0, operands.length).mapToObj(of::get).toList());
            case Form.After f -> of.get(0);
            case Form.Select f -> throw new AssertionError("selected above");
            case Form.Call f ->
                arithmetic.call(
                        f.function(),
                        IntStream.range(0, operands.length).mapToObj(of::get).toList());
        };
    }

    private static <T> T symbol(Function<String, @Nullable T> symbols, String name) {
        T value = symbols.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("symbol %s has no value".formatted(name));
        }
        return value;
    }

    /// Numbers among the values.
    /// @param at their positions
    private record Operands<T>(@Nullable Object[] values, int[] at) {
        T get(int operand) {
            return Objects.requireNonNull(find(operand));
        }

        @SuppressWarnings("unchecked") // all values come from the arithmetic
        @Nullable
        T find(int operand) {
            return (T) values[at[operand]];
        }
    }
}
