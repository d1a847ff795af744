package dev.tessera.kernel.interpret;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.interpret.NodeProgram.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Compiles a kernel, lowered or not, to a program: each expression node has one register, computed once, in the
/// order in which statements need it.
final class ProgramBuilder {
    private final Kernel kernel;
    private final Real precision;
    private final int[] registerOf; // [id of the expression], -1: none yet
    private List<NodeProgram.Instruction> steps = new ArrayList<>();
    private final List<NodeProgram.In> ins = new ArrayList<>();
    private final List<NodeProgram.Out> outs = new ArrayList<>();
    private final List<Double> constants = new ArrayList<>(List.of(0.0));

    private ProgramBuilder(Kernel kernel, Real precision) {
        this.kernel = kernel;
        this.precision = precision;
        this.registerOf = new int[kernel.graph().nodes().size()];
        Arrays.fill(registerOf, -1);
    }

    /// @throws IllegalArgumentException if the kernel uses an undefined symbol, or an elementary function
    static NodeProgram of(Kernel kernel, Real precision) {
        ProgramBuilder builder = new ProgramBuilder(kernel, precision);
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Kernel.Source source) -> builder.load(symbol, source);
                case Statement.Let(Expr symbol, Expr value) ->
                    builder.registerOf[symbol.id()] = builder.register(value);
                case Statement.Iterate iterate -> builder.iterate(iterate);
                case Statement.Store(Kernel.Sink sink, Expr value) ->
                    builder.outs.add(new NodeProgram.Out(sink, builder.register(value)));
            }
        }
        double[] constants =
                builder.constants.stream().mapToDouble(Double::doubleValue).toArray();
        return new NodeProgram(precision, constants, builder.steps, builder.ins, builder.outs);
    }

    private void load(Expr symbol, Kernel.Source source) {
        int register = fresh(0);
        registerOf[symbol.id()] = register;
        ins.add(new NodeProgram.In(source, register));
    }

    private void iterate(Statement.Iterate iterate) {
        int[] initial = iterate.initial().stream().mapToInt(this::register).toArray();
        int[] states = new int[initial.length];
        for (int k = 0; k < states.length; k++) {
            states[k] = fresh(0);
            registerOf[iterate.states().get(k).id()] = states[k];
        }
        List<NodeProgram.Instruction> outside = steps;
        steps = new ArrayList<>();
        for (Statement.Let let : iterate.body()) {
            registerOf[let.symbol().id()] = register(let.value());
        }
        int continues = register(iterate.continues());
        int[] next = iterate.next().stream().mapToInt(this::register).toArray();
        outside.add(new NodeProgram.Loop(iterate.limit(), states, initial, List.copyOf(steps), continues, next));
        steps = outside;
    }

    private int fresh(double value) {
        constants.add(value);
        return constants.size() - 1;
    }

    private int register(Expr expr) {
        if (registerOf[expr.id()] < 0) {
            registerOf[expr.id()] = compute(expr);
        }
        return registerOf[expr.id()];
    }

    private int compute(Expr expr) {
        return switch (expr.form()) {
            case Form.Constant(Rational value) -> fresh(precision == Real.FP32 ? value.toFloat() : value.toDouble());
            case Form.Symbol(String name) ->
                throw new IllegalArgumentException(
                        "kernel %s uses %s before it is loaded or named".formatted(kernel.name(), name));
            case Form.Add(Expr a, Expr b) -> step(Operation.ADD, a, b);
            case Form.Subtract(Expr a, Expr b) -> step(Operation.SUBTRACT, a, b);
            case Form.Multiply(Expr a, Expr b) -> step(Operation.MULTIPLY, a, b);
            case Form.Divide(Expr a, Expr b) -> step(Operation.DIVIDE, a, b);
            case Form.Negate(Expr a) -> step(Operation.NEGATE, a);
            case Form.SquareRoot(Expr a) -> step(Operation.SQUARE_ROOT, a);
            case Form.Absolute(Expr a) -> step(Operation.ABSOLUTE, a);
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) -> step(Operation.FMA, a, b, c);
            case Form.Minimum(Expr a, Expr b) -> step(Operation.MINIMUM, a, b);
            case Form.Maximum(Expr a, Expr b) -> step(Operation.MAXIMUM, a, b);
            case Form.Compare(Form.Comparison comparison, Expr a, Expr b) ->
                step(
                        switch (comparison) {
                            case LESS -> Operation.LESS;
                            case LESS_OR_EQUAL -> Operation.LESS_OR_EQUAL;
                            case EQUAL -> Operation.EQUAL;
                        },
                        a,
                        b);
            case Form.Select(Expr condition, Expr a, Expr b) -> step(Operation.SELECT, condition, a, b);
            case Form.Digits(Form.DigitFunction function, Expr a) ->
                step(
                        switch (function) {
                            case ROUND -> Operation.ROUND;
                            case POWER_OF_TWO -> Operation.POWER_OF_TWO;
                            case EXPONENT -> Operation.EXPONENT;
                            case SIGNIFICAND -> Operation.SIGNIFICAND;
                            case SIGN -> Operation.SIGN;
                        },
                        a);
            case Form.After(Expr value, Expr earlier) -> register(value);
            case Form.Iterate i ->
                throw new IllegalArgumentException(
                        "kernel %s iterates in an expression; a step plan makes a statement of it"
                                .formatted(kernel.name()));
            case Form.Call(Form.ElementaryFunction function, List<Expr> arguments) ->
                throw new IllegalArgumentException(
                        "kernel %s calls %s, which is not allowed in kernels; evaluate it on the host"
                                .formatted(kernel.name(), function));
        };
    }

    private int step(Operation operation, Expr... operands) {
        int[] registers = new int[3];
        for (int i = 0; i < operands.length; i++) {
            registers[i] = register(operands[i]);
        }
        int target = fresh(0);
        steps.add(new NodeProgram.Step(operation, target, registers[0], registers[1], registers[2]));
        return target;
    }
}
