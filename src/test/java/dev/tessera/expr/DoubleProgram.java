package dev.tessera.expr;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Expressions compiled to a list of operations over doubles: the same values as [Evaluator] in double precision,
/// without boxing. For host code that evaluates the same expressions at many points. Immutable and thread-safe.
public final class DoubleProgram {
    private final Form[] forms; // operands first
    private final int[][] operands; // positions in forms
    private final double[] constants; // by position
    private final int[] inputs; // by position: index of the input, or -1
    private final int[] roots;

    private DoubleProgram(Form[] forms, int[][] operands, double[] constants, int[] inputs, int[] roots) {
        this.forms = forms;
        this.operands = operands;
        this.constants = constants;
        this.inputs = inputs;
        this.roots = roots;
    }

    /// @param inputs the symbols' names, in the order in which values are given
    /// @throws IllegalArgumentException if the roots need a symbol that is no input
    public static DoubleProgram of(List<Expr> roots, List<String> inputs) {
        List<Expr> order = Reachable.from(roots);
        int size = order.size();
        var forms = new Form[size];
        var operands = new int[size][];
        var constants = new double[size];
        var slots = new int[size];
        for (int n = 0; n < size; n++) {
            forms[n] = order.get(n).form();
            operands[n] = forms[n].operands().stream()
                    .mapToInt(operand -> Reachable.position(order, operand))
                    .toArray();
            slots[n] = -1;
            if (forms[n] instanceof Form.Constant(Rational value)) {
                constants[n] = value.toDouble();
            } else if (forms[n] instanceof Form.Symbol(String name)) {
                slots[n] = inputs.indexOf(name);
                if (slots[n] < 0) {
                    throw new IllegalArgumentException("symbol %s is no input; inputs are %s".formatted(name, inputs));
                }
            }
        }
        int[] results =
                roots.stream().mapToInt(root -> Reachable.position(order, root)).toArray();
        return new DoubleProgram(forms, operands, constants, slots, results);
    }

    /// Working space of a run, in doubles.
    public int workSize() {
        return forms.length;
    }

    /// @param values one per input
    /// @return one result per root
    public double[] run(double... values) {
        double[] results = new double[roots.length];
        run(values, results, new double[workSize()]);
        return results;
    }

    /// @param results one per root, overwritten
    /// @param work at least [#workSize] long, overwritten; one per thread
    public void run(double[] values, double[] results, double[] work) {
        for (int n = 0; n < forms.length; n++) {
            work[n] = inputs[n] >= 0 ? values[inputs[n]] : value(n, work);
        }
        for (int r = 0; r < roots.length; r++) {
            results[r] = work[roots[r]];
        }
    }

    /// Truth values are 1 and 0.
    private double value(int n, double[] work) {
        int[] at = operands[n];
        return switch (forms[n]) {
            case Form.Constant c -> constants[n];
            case Form.Symbol s -> throw new AssertionError("symbols are inputs");
            case Form.Add f -> work[at[0]] + work[at[1]];
            case Form.Subtract f -> work[at[0]] - work[at[1]];
            case Form.Multiply f -> work[at[0]] * work[at[1]];
            case Form.Divide f -> work[at[0]] / work[at[1]];
            case Form.Negate f -> -work[at[0]];
            case Form.SquareRoot f -> Math.sqrt(work[at[0]]);
            case Form.Absolute f -> Math.abs(work[at[0]]);
            case Form.FusedMultiplyAdd f -> Math.fma(work[at[0]], work[at[1]], work[at[2]]);
            case Form.Minimum f -> Math.min(work[at[0]], work[at[1]]);
            case Form.Maximum f -> Math.max(work[at[0]], work[at[1]]);
            case Form.Compare f -> Arithmetic.DOUBLE.compare(f.comparison(), work[at[0]], work[at[1]]) ? 1 : 0;
            case Form.Select f -> work[at[0]] != 0 ? work[at[1]] : work[at[2]];
            case Form.Digits f -> Arithmetic.DOUBLE.digits(f.function(), work[at[0]]);
            case Form.Iterate f ->
                Objects.requireNonNull(f.iteration()
                        .run(
                                Arithmetic.DOUBLE,
                                f.state(),
                                Arrays.stream(at).mapToObj(k -> work[k]).toList()));
            case Form.Call f ->
                ElementaryFunctions.call(
                        f.function(), Arrays.stream(at).mapToObj(k -> work[k]).toList());
        };
    }
}
