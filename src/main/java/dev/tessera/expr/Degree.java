package dev.tessera.expr;

import java.util.List;

/// A bound of the degree of an expression as a rational function: of the sum of the degrees of its numerator
/// and denominator, uncancelled.
final class Degree {
    private Degree() {}

    static double of(Expr root) {
        List<Expr> order = Reachable.from(List.of(root));
        double[] numerator = new double[order.size()];
        double[] denominator = new double[order.size()];
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
                case Form.FusedMultiplyAdd f -> {
                    denominator[n] = denominator[at[0]] + denominator[at[1]] + denominator[at[2]];
                    numerator[n] = Math.max(
                            numerator[at[0]] + numerator[at[1]] + denominator[at[2]],
                            numerator[at[2]] + denominator[at[0]] + denominator[at[1]]);
                }
                case Form.SquareRoot s -> throw refuse(form);
                case Form.Absolute a -> throw refuse(form);
                case Form.Minimum m -> throw refuse(form);
                case Form.Maximum m -> throw refuse(form);
                case Form.Compare c -> throw refuse(form);
                case Form.Select s -> throw refuse(form);
                case Form.Call c -> throw refuse(form);
            }
        }
        return numerator[numerator.length - 1] + denominator[denominator.length - 1];
    }

    private static void sum(double[] numerator, double[] denominator, int n, int[] at) {
        denominator[n] = denominator[at[0]] + denominator[at[1]];
        numerator[n] = Math.max(numerator[at[0]] + denominator[at[1]], numerator[at[1]] + denominator[at[0]]);
    }

    private static ArithmeticException refuse(Form form) {
        return new ArithmeticException(
                "%s is no rational function".formatted(form.getClass().getSimpleName()));
    }
}
