package dev.tessera.emit.jvm;

import dev.tessera.expr.Form;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.function.Consumer;

/// Bytecode of operations on single numbers. Operands are in local variables, the result is left on the stack.
final class ScalarCode {
    private static final ClassDesc MATH = ClassDesc.of("java.lang.Math");

    private final CodeBuilder code;
    private final boolean wide;

    ScalarCode(CodeBuilder code, Precision precision) {
        this.code = code;
        this.wide = precision.computed() == Real.FP64;
    }

    TypeKind kind() {
        return wide ? TypeKind.DOUBLE : TypeKind.FLOAT;
    }

    ClassDesc type() {
        return wide ? ConstantDescs.CD_double : ConstantDescs.CD_float;
    }

    /// @param slots the operands' local variables
    void operation(Form form, int[] slots) {
        switch (form) {
            case Form.Add a -> arithmetic(slots, CodeBuilder::dadd, CodeBuilder::fadd);
            case Form.Subtract s -> arithmetic(slots, CodeBuilder::dsub, CodeBuilder::fsub);
            case Form.Multiply m -> arithmetic(slots, CodeBuilder::dmul, CodeBuilder::fmul);
            case Form.Divide d -> arithmetic(slots, CodeBuilder::ddiv, CodeBuilder::fdiv);
            case Form.Negate n -> arithmetic(slots, CodeBuilder::dneg, CodeBuilder::fneg);
            case Form.SquareRoot s -> squareRoot(slots[0]);
            case Form.Absolute a -> math("abs", slots);
            case Form.FusedMultiplyAdd f -> math("fma", slots);
            case Form.Minimum m -> {
                compare(slots[0], slots[1]);
                branch(Jump.UNLESS_NEGATIVE, () -> load(slots[0]), () -> load(slots[1]));
            }
            case Form.Maximum m -> {
                compare(slots[1], slots[0]);
                branch(Jump.UNLESS_NEGATIVE, () -> load(slots[0]), () -> load(slots[1]));
            }
            case Form.Compare c -> {
                compare(slots[0], slots[1]);
                branch(jump(c.comparison()), code::iconst_1, code::iconst_0);
            }
            case Form.Select s -> {
                code.iload(slots[0]);
                branch(Jump.IF_ZERO, () -> load(slots[1]), () -> load(slots[2]));
            }
            case Form.Constant c -> throw notAnOperation(c);
            case Form.Symbol s -> throw notAnOperation(s);
            case Form.Call c -> throw notAnOperation(c);
        }
    }

    static IllegalStateException notAnOperation(Form form) {
        return new IllegalStateException("%s is not an operation of a kernel".formatted(form));
    }

    private void arithmetic(int[] slots, Consumer<CodeBuilder> onDoubles, Consumer<CodeBuilder> onFloats) {
        load(slots);
        (wide ? onDoubles : onFloats).accept(code);
    }

    /// Computed in double: rounding the root of a float twice gives the correctly rounded result.
    private void squareRoot(int slot) {
        load(slot);
        if (!wide) {
            code.f2d();
        }
        code.invokestatic(MATH, "sqrt", MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double));
        if (!wide) {
            code.d2f();
        }
    }

    private void math(String name, int[] slots) {
        load(slots);
        code.invokestatic(MATH, name, MethodTypeDesc.of(type(), Collections.nCopies(slots.length, type())));
    }

    /// When to take the second branch, after a comparison has left -1, 0 or 1 (1 for a NaN operand) on the stack.
    private enum Jump {
        IF_ZERO,
        UNLESS_NEGATIVE,
        IF_POSITIVE,
        UNLESS_ZERO
    }

    private static Jump jump(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> Jump.UNLESS_NEGATIVE;
            case LESS_OR_EQUAL -> Jump.IF_POSITIVE;
            case EQUAL -> Jump.UNLESS_ZERO;
        };
    }

    private void compare(int left, int right) {
        load(left, right);
        if (wide) {
            code.dcmpg();
        } else {
            code.fcmpg();
        }
    }

    private void branch(Jump jump, Runnable whenTrue, Runnable whenFalse) {
        Label no = code.newLabel();
        Label end = code.newLabel();
        switch (jump) {
            case IF_ZERO -> code.ifeq(no);
            case UNLESS_NEGATIVE -> code.ifge(no);
            case IF_POSITIVE -> code.ifgt(no);
            case UNLESS_ZERO -> code.ifne(no);
        }
        whenTrue.run();
        code.goto_(end).labelBinding(no);
        whenFalse.run();
        code.labelBinding(end);
    }

    private void load(int... slots) {
        for (int slot : slots) {
            code.loadLocal(kind(), slot);
        }
    }
}
