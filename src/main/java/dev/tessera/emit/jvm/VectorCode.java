package dev.tessera.emit.jvm;

import dev.tessera.expr.Form;
import dev.tessera.kernel.Precision;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;

/// Bytecode of operations on vectors. Operands are in local variables, the result is left on the stack.
final class VectorCode {
    static final ClassDesc VECTOR = ClassDesc.of("jdk.incubator.vector.Vector");
    static final ClassDesc MASK = ClassDesc.of("jdk.incubator.vector.VectorMask");
    static final ClassDesc SPECIES = ClassDesc.of("jdk.incubator.vector.VectorSpecies");
    static final ClassDesc OPERATORS = ClassDesc.of("jdk.incubator.vector.VectorOperators");
    static final ClassDesc COMPARISON = OPERATORS.nested("Comparison");

    private final CodeBuilder code;
    private final Precision precision;
    private final ClassDesc type;

    VectorCode(CodeBuilder code, Precision precision) {
        this.code = code;
        this.precision = precision;
        this.type = type(precision);
    }

    static ClassDesc type(Precision precision) {
        return switch (precision.computed()) {
            case FP64 -> ClassDesc.of("jdk.incubator.vector.DoubleVector");
            case FP32 -> ClassDesc.of("jdk.incubator.vector.FloatVector");
        };
    }

    /// @param slots the operands' local variables
    void operation(Form form, int[] slots) {
        switch (form) {
            case Form.Add a -> method("add", slots);
            case Form.Subtract s -> method("sub", slots);
            case Form.Multiply m -> method("mul", slots);
            case Form.Divide d -> method("div", slots);
            case Form.Negate n -> method("neg", slots);
            case Form.SquareRoot s -> method("sqrt", slots);
            case Form.Absolute a -> method("abs", slots);
            case Form.FusedMultiplyAdd f -> method("fma", slots);
            case Form.Minimum m -> {
                load(slots[1], slots[0]);
                compare("LT", slots);
                blend();
            }
            case Form.Maximum m -> {
                load(slots[1], slots[0]);
                compare("GT", slots);
                blend();
            }
            case Form.Compare c -> compare(operator(c.comparison()), slots);
            case Form.Select s -> {
                load(slots[2], slots[1], slots[0]);
                blend();
            }
            case Form.Digits d -> new VectorDigits(code, precision).operation(d.function(), slots[0]);
            case Form.Constant c -> throw ScalarCode.notAnOperation(c);
            case Form.Symbol s -> throw ScalarCode.notAnOperation(s);
            case Form.After a -> throw ScalarCode.notAnOperation(a);
            case Form.Iterate i -> throw ScalarCode.notAnOperation(i);
            case Form.Call c -> throw ScalarCode.notAnOperation(c);
        }
    }

    static String operator(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> "LT";
            case LESS_OR_EQUAL -> "LE";
            case EQUAL -> "EQ";
        };
    }

    private void method(String name, int[] slots) {
        load(slots);
        code.invokevirtual(type, name, MethodTypeDesc.of(type, Collections.nCopies(slots.length - 1, VECTOR)));
    }

    private void compare(String operator, int[] slots) {
        load(slots[0]);
        code.getstatic(OPERATORS, operator, COMPARISON);
        load(slots[1]);
        code.invokevirtual(type, "compare", MethodTypeDesc.of(MASK, COMPARISON, VECTOR));
    }

    private void blend() {
        code.invokevirtual(type, "blend", MethodTypeDesc.of(type, VECTOR, MASK));
    }

    private void load(int... slots) {
        for (int slot : slots) {
            code.aload(slot);
        }
    }

    /// Broadcasts a number, or a truth value, from a local variable to all lanes.
    void broadcast(boolean truth, int slot, ClassDesc owner, Precision precision) {
        code.getstatic(owner, "SPECIES", SPECIES);
        if (truth) {
            code.iload(slot);
            code.invokeinterface(SPECIES, "maskAll", MethodTypeDesc.of(MASK, ConstantDescs.CD_boolean));
            return;
        }
        ScalarCode scalar = new ScalarCode(code, precision);
        code.loadLocal(scalar.kind(), slot);
        code.invokestatic(type, "broadcast", MethodTypeDesc.of(type, SPECIES, scalar.type()));
    }
}
