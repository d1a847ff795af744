package dev.tessera.expr;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Expressions compiled to a list of operations over doubles: the same values as [Evaluator] in double precision,
/// without boxing. For host code that evaluates the same expressions at many points. Immutable and thread-safe.
public final class DoubleProgram {
    private static final int CONSTANT = 0;
    private static final int INPUT = 1;
    private static final int ADD = 2;
    private static final int SUBTRACT = 3;
    private static final int MULTIPLY = 4;
    private static final int DIVIDE = 5;
    private static final int NEGATE = 6;
    private static final int SQUARE_ROOT = 7;
    private static final int ABSOLUTE = 8;
    private static final int FUSED_MULTIPLY_ADD = 9;
    private static final int MINIMUM = 10;
    private static final int MAXIMUM = 11;
    private static final int SELECT = 12;
    private static final int OTHER = 13;

    private final Form[] forms; // operands first
    private final int[][] operands; // positions in forms
    private final int[] operations; // of the forms: a switch over numbers is several times faster than one over types
    private final int[] input; // number of the input
    private final int[] first; // position of an operand, or 0
    private final int[] second;
    private final int[] third;
    private final double[] constants; // by position
    private final int[] roots;

    private DoubleProgram(List<Expr> order, List<String> inputs, List<Expr> results) {
        int size = order.size();
        forms = order.stream().map(Expr::form).toArray(Form[]::new);
        operands = new int[size][];
        operations = new int[size];
        input = new int[size];
        first = new int[size];
        second = new int[size];
        third = new int[size];
        constants = new double[size];
        for (int n = 0; n < size; n++) {
            operations[n] = operation(forms[n]);
            operands[n] = forms[n].operands().stream()
                    .mapToInt(operand -> Reachable.position(order, operand))
                    .toArray();
            int count = operands[n].length;
            first[n] = count > 0 ? operands[n][0] : 0;
            second[n] = count > 1 ? operands[n][1] : 0;
            third[n] = count > 2 ? operands[n][2] : 0;
            if (forms[n] instanceof Form.Constant(Rational value)) {
                constants[n] = value.toDouble();
            } else if (forms[n] instanceof Form.Symbol(String name)) {
                input[n] = inputs.indexOf(name);
            }
        }
        roots = results.stream()
                .mapToInt(root -> Reachable.position(order, root))
                .toArray();
    }

    /// @param inputs the symbols' names, in the order in which values are given
    /// @throws IllegalArgumentException if the roots need a symbol that is no input
    public static DoubleProgram of(List<Expr> roots, List<String> inputs) {
        List<Expr> order = Reachable.from(roots);
        for (Expr one : order) {
            if (one.form() instanceof Form.Symbol(String name) && !inputs.contains(name)) {
                throw new IllegalArgumentException("symbol %s is no input; inputs are %s".formatted(name, inputs));
            }
        }
        return new DoubleProgram(order, inputs, roots);
    }

    /// Working space of a run, in doubles.
    public int workSize() {
        return operations.length;
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
        for (int n = 0; n < operations.length; n++) {
            double a = work[first[n]];
            double b = work[second[n]];
            work[n] = switch (operations[n]) {
                case CONSTANT -> constants[n];
                case INPUT -> values[input[n]];
                case ADD -> a + b;
                case SUBTRACT -> a - b;
                case MULTIPLY -> a * b;
                case DIVIDE -> a / b;
                case NEGATE -> -a;
                case SQUARE_ROOT -> Math.sqrt(a);
                case ABSOLUTE -> Math.abs(a);
                case FUSED_MULTIPLY_ADD -> Math.fma(a, b, work[third[n]]);
                case MINIMUM -> a < b ? a : b;
                case MAXIMUM -> a > b ? a : b;
                case SELECT -> a != 0 ? b : work[third[n]];
                default -> other(n, a, b, work);
            };
        }
        for (int r = 0; r < roots.length; r++) {
            results[r] = work[roots[r]];
        }
    }

    /// What is rare. Truth values are 1 and 0.
    private double other(int n, double a, double b, double[] work) {
        return switch (forms[n]) {
            case Form.Compare f -> Arithmetic.DOUBLE.compare(f.comparison(), a, b) ? 1 : 0;
            case Form.Digits f -> Arithmetic.DOUBLE.digits(f.function(), a);
            case Form.Call f -> ElementaryFunctions.call(f.function(), a, b);
            case Form.After f -> a;
            case Form.Iterate f ->
                Objects.requireNonNull(f.iteration()
                        .run(
                                Arithmetic.DOUBLE,
                                f.state(),
                                Arrays.stream(operands[n])
                                        .mapToObj(k -> work[k])
                                        .toList()));
            default -> throw new AssertionError(forms[n]);
        };
    }

    private static int operation(Form form) {
        return switch (form) {
            case Form.Constant f -> CONSTANT;
            case Form.Symbol f -> INPUT;
            case Form.Add f -> ADD;
            case Form.Subtract f -> SUBTRACT;
            case Form.Multiply f -> MULTIPLY;
            case Form.Divide f -> DIVIDE;
            case Form.Negate f -> NEGATE;
            case Form.SquareRoot f -> SQUARE_ROOT;
            case Form.Absolute f -> ABSOLUTE;
            case Form.FusedMultiplyAdd f -> FUSED_MULTIPLY_ADD;
            case Form.Minimum f -> MINIMUM;
            case Form.Maximum f -> MAXIMUM;
            case Form.Select f -> SELECT;
            case Form.Compare f -> OTHER;
            case Form.Digits f -> OTHER;
            case Form.Call f -> OTHER;
            case Form.Iterate f -> OTHER;
            case Form.After f -> OTHER;
        };
    }
}
