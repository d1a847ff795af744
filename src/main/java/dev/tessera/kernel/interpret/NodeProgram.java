package dev.tessera.kernel.interpret;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Real;
import java.util.Arrays;
import java.util.List;

/// A kernel as a list of operations on numbered registers. In FP32 every result is rounded to float. For + - × ÷ √
/// on floats, rounding the double result gives the correctly rounded float result.
final class NodeProgram {
    /// @param register for the value
    record In(Source source, int register) {}

    /// @param register that holds the value
    record Out(Sink sink, int register) {}

    enum Operation {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        NEGATE,
        SQUARE_ROOT,
        ABSOLUTE,
        FMA,
        MINIMUM,
        MAXIMUM,
        LESS,
        LESS_OR_EQUAL,
        EQUAL,
        SELECT,
        ROUND,
        POWER_OF_TWO,
        EXPONENT,
        SIGNIFICAND,
        SIGN
    }

    sealed interface Instruction {}

    /// One operation; unused operands are register 0. True is 1, false 0.
    record Step(Operation operation, int target, int a, int b, int c) implements Instruction {}

    /// Repeats a body until `continues` is false after it, and at most `limit` times; then all states get their
    /// next values. All numbers are registers.
    record Loop(int limit, int[] states, int[] initial, List<Instruction> body, int continues, int[] next)
            implements Instruction {}

    private final Real precision;
    private final double[] constants; // by register, the others 0
    private final List<Instruction> steps;
    private final List<In> ins;
    private final List<Out> outs;

    NodeProgram(Real precision, double[] constants, List<Instruction> steps, List<In> ins, List<Out> outs) {
        this.precision = precision;
        this.constants = constants;
        this.steps = List.copyOf(steps);
        this.ins = List.copyOf(ins);
        this.outs = List.copyOf(outs);
    }

    /// All loads.
    List<In> ins() {
        return ins;
    }

    /// All stores.
    List<Out> outs() {
        return outs;
    }

    /// Fresh registers, with the constants in place.
    double[] registers() {
        return constants.clone();
    }

    /// Sets a register to a loaded value.
    void put(double[] registers, int register, double value) {
        registers[register] = precision == Real.FP32 ? (float) value : value;
    }

    /// Computes all registers from those of `ins`.
    void run(double[] registers) {
        run(steps, registers);
    }

    private void run(List<Instruction> instructions, double[] registers) {
        for (Instruction instruction : instructions) {
            switch (instruction) {
                case Step step -> {
                    double result = value(step.operation, registers[step.a], registers[step.b], registers[step.c]);
                    registers[step.target] = precision == Real.FP32 ? (float) result : result;
                }
                case Loop loop -> run(loop, registers);
            }
        }
    }

    private void run(Loop loop, double[] registers) {
        move(loop.initial, loop.states, registers);
        for (int k = 0; k < loop.limit; k++) {
            run(loop.body, registers);
            if (registers[loop.continues] == 0) {
                return;
            }
            move(loop.next, loop.states, registers);
        }
    }

    private static void move(int[] from, int[] to, double[] registers) {
        double[] moved = Arrays.stream(from).mapToDouble(k -> registers[k]).toArray();
        for (int k = 0; k < to.length; k++) {
            registers[to[k]] = moved[k];
        }
    }

    private double digits(DigitFunction function, double operand) {
        return precision == Real.FP32
                ? Arithmetic.FLOAT.digits(function, (float) operand)
                : Arithmetic.DOUBLE.digits(function, operand);
    }

    private double value(Operation operation, double a, double b, double c) {
        return switch (operation) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case NEGATE -> -a;
            case SQUARE_ROOT -> Math.sqrt(a);
            case ABSOLUTE -> Math.abs(a);
            case FMA -> precision == Real.FP32 ? Math.fma((float) a, (float) b, (float) c) : Math.fma(a, b, c);
            case MINIMUM -> a < b ? a : b;
            case MAXIMUM -> a > b ? a : b;
            case LESS -> a < b ? 1 : 0;
            case LESS_OR_EQUAL -> a <= b ? 1 : 0;
            case EQUAL -> a == b ? 1 : 0;
            case SELECT -> a != 0 ? b : c;
            case ROUND -> digits(DigitFunction.ROUND, a);
            case POWER_OF_TWO -> digits(DigitFunction.POWER_OF_TWO, a);
            case EXPONENT -> digits(DigitFunction.EXPONENT, a);
            case SIGNIFICAND -> digits(DigitFunction.SIGNIFICAND, a);
            case SIGN -> digits(DigitFunction.SIGN, a);
        };
    }
}
