package dev.tessera.expr;

import java.util.List;
import java.util.function.Predicate;

/// The number of operations of a set of expressions, shared nodes counted once. Negations, comparisons and
/// selections are counted separately: they are signs and masks on most machines.
///
/// @param adds additions and subtractions
/// @param fmas fused multiply-adds
/// @param others negations, absolute values, minima, maxima, comparisons, selections, operations on digits, calls,
///        iterations
public record OperationCount(int adds, int muls, int fmas, int divs, int roots, int others) {
    /// The number for operation budgets: every operation counts 1, an FMA 2; signs and masks (`others`) are
    /// free.
    public int flops() {
        return adds + muls + 2 * fmas + divs + roots;
    }

    /// @param uniform whether a symbol is the same for all nodes, by its name: expressions of only such symbols
    ///        and constants are computed once and not counted
    public static OperationCount of(List<Expr> roots, Predicate<String> uniform) {
        List<Expr> order = Reachable.from(roots);
        boolean[] hoisted = new boolean[order.size()];
        int[] counts = new int[6];
        for (int n = 0; n < hoisted.length; n++) {
            Form form = order.get(n).form();
            hoisted[n] = form instanceof Form.Symbol(String name)
                    ? uniform.test(name)
                    : form.operands().stream().allMatch(x -> hoisted[Reachable.position(order, x)]);
            int kind = kind(form);
            if (!hoisted[n] && kind >= 0) {
                counts[kind]++;
            }
        }
        return new OperationCount(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
    }

    /// All operations counted.
    public static OperationCount of(List<Expr> roots) {
        return of(roots, name -> false);
    }

    public OperationCount plus(OperationCount other) {
        return new OperationCount(
                adds + other.adds,
                muls + other.muls,
                fmas + other.fmas,
                divs + other.divs,
                roots + other.roots,
                others + other.others);
    }

    /// All operations that many times.
    public OperationCount times(int count) {
        return new OperationCount(
                count * adds, count * muls, count * fmas, count * divs, count * roots, count * others);
    }

    private static int kind(Form form) {
        return switch (form) {
            case Form.Constant c -> -1;
            case Form.Symbol s -> -1;
            case Form.After a -> -1;
            case Form.Add a -> 0;
            case Form.Subtract s -> 0;
            case Form.Multiply m -> 1;
            case Form.FusedMultiplyAdd f -> 2;
            case Form.Divide d -> 3;
            case Form.SquareRoot s -> 4;
            case Form.Negate n -> 5;
            case Form.Absolute a -> 5;
            case Form.Minimum m -> 5;
            case Form.Maximum m -> 5;
            case Form.Compare c -> 5;
            case Form.Select s -> 5;
            case Form.Digits d -> 5;
            case Form.Iterate i -> 5;
            case Form.Call c -> 5;
        };
    }

    @Override
    public String toString() {
        return "%d flop (%d adds, %d muls, %d fmas, %d divs, %d roots)"
                .formatted(flops(), adds, muls, fmas, divs, roots);
    }
}
