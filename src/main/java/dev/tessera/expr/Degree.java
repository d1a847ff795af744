package dev.tessera.expr;

import java.util.Arrays;
import java.util.List;

/// A bound of the degree of expressions as rational functions: of the sum of the degrees of their numerators and
/// denominators, uncancelled.
///
/// With square roots it bounds the norm of their difference, the product over all signs of its roots: a root counts
/// like its operand, and every root doubles the degree. A call, an iteration, or an operation on digits counts as
/// one more symbol; the degrees of its arguments are added for every other call, since different arguments may
/// agree at a point.
final class Degree {
    private Degree() {}

    static double of(List<Expr> roots) {
        List<Expr> order = Reachable.from(roots);
        double[] numerator = new double[order.size()];
        double[] denominator = new double[order.size()];
        double conjugates = 1;
        double unknown = order.stream().filter(node -> isUnknown(node.form())).count();
        double coincidences = 0;
        for (int n = 0; n < numerator.length; n++) {
            Form form = order.get(n).form();
            int[] at = form.operands().stream()
                    .mapToInt(x -> Reachable.position(order, x))
                    .toArray();
            switch (form) {
                case Form.Constant c -> {}
                case Form.Symbol s -> numerator[n] = 1;
                case Form.Add a -> sum(numerator, denominator, n, at);
                case Form.Subtract s -> sum(numerator, denominator, n, at);
                case Form.Multiply m -> {
                    numerator[n] = numerator[at[0]] + numerator[at[1]];
                    denominator[n] = denominator[at[0]] + denominator[at[1]];
                }
                case Form.Divide d -> {
                    numerator[n] = numerator[at[0]] + denominator[at[1]];
                    denominator[n] = denominator[at[0]] + numerator[at[1]];
                }
                case Form.Negate g -> {
                    numerator[n] = numerator[at[0]];
                    denominator[n] = denominator[at[0]];
                }
                case Form.After a -> {
                    numerator[n] = numerator[at[0]];
                    denominator[n] = denominator[at[0]];
                }
                case Form.FusedMultiplyAdd f -> {
                    denominator[n] = denominator[at[0]] + denominator[at[1]] + denominator[at[2]];
                    numerator[n] = Math.max(
                            numerator[at[0]] + numerator[at[1]] + denominator[at[2]],
                            numerator[at[2]] + denominator[at[0]] + denominator[at[1]]);
                }
                case Form.SquareRoot s -> {
                    numerator[n] = numerator[at[0]];
                    denominator[n] = denominator[at[0]];
                    conjugates *= 2;
                }
                case Form.Absolute a -> throw refuse(form);
                case Form.Minimum m -> throw refuse(form);
                case Form.Maximum m -> throw refuse(form);
                case Form.Compare c -> throw refuse(form);
                case Form.Select s -> throw refuse(form);
                case Form.Digits d -> {
                    numerator[n] = 1;
                    coincidences += unknown * sum(numerator, denominator, at);
                }
                case Form.Iterate i -> {
                    numerator[n] = 1;
                    coincidences += unknown * sum(numerator, denominator, at);
                }
                case Form.Call c -> {
                    numerator[n] = 1;
                    coincidences += unknown * sum(numerator, denominator, at);
                }
            }
        }
        double degree = 0;
        for (Expr root : roots) {
            int at = Reachable.position(order, root);
            degree += numerator[at] + denominator[at];
        }
        return conjugates * (degree + coincidences);
    }

    private static void sum(double[] numerator, double[] denominator, int n, int[] at) {
        denominator[n] = denominator[at[0]] + denominator[at[1]];
        numerator[n] = Math.max(numerator[at[0]] + denominator[at[1]], numerator[at[1]] + denominator[at[0]]);
    }

    private static double sum(double[] numerator, double[] denominator, int[] at) {
        return Arrays.stream(at).mapToDouble(k -> numerator[k] + denominator[k]).sum();
    }

    private static boolean isUnknown(Form form) {
        return form instanceof Form.Call || form instanceof Form.Digits || form instanceof Form.Iterate;
    }

    private static ArithmeticException refuse(Form form) {
        return new ArithmeticException(
                "%s is no algebraic function".formatted(form.getClass().getSimpleName()));
    }
}
