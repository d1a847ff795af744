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

    static final double WHOLE_DOUBLE = 0x1.8p52 + 1023;
    static final float WHOLE_FLOAT = 0x1.8p23f + 127;
    static final long BITS_OF_DOUBLE_ONE = 0x3FF0_0000_0000_0000L;
    static final int BITS_OF_FLOAT_ONE = 0x3F80_0000;

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
            case Form.Digits d -> digits(d.function(), slots[0]);
            case Form.Constant c -> throw notAnOperation(c);
            case Form.Symbol s -> throw notAnOperation(s);
            case Form.After a -> throw notAnOperation(a);
            case Form.Iterate i -> throw notAnOperation(i);
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

    private void digits(Form.DigitFunction function, int slot) {
        switch (function) {
            case ROUND -> round(slot);
            case POWER_OF_TWO -> powerOfTwo(slot);
            case EXPONENT -> {
                load(slot);
                code.invokestatic(MATH, "getExponent", MethodTypeDesc.of(ConstantDescs.CD_int, type()));
                if (wide) {
                    code.i2d();
                } else {
                    code.i2f();
                }
            }
            case SIGNIFICAND -> ofBits(slot, 0x000F_FFFF_FFFF_FFFFL, 0x007F_FFFF);
            case SIGN -> ofBits(slot, Long.MIN_VALUE, Integer.MIN_VALUE);
        }
    }

    private void round(int slot) {
        load(slot);
        if (!wide) {
            code.f2d();
        }
        code.invokestatic(MATH, "rint", MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_double));
        if (!wide) {
            code.d2f();
        }
    }

    /// 1.5 2^52 + 1023 moves the biased exponent to the last digits, from where it is shifted to its place.
    private void powerOfTwo(int slot) {
        load(slot);
        if (wide) {
            code.loadConstant(WHOLE_DOUBLE).dadd();
            toBits();
            code.loadConstant(52).lshl();
        } else {
            code.loadConstant(WHOLE_FLOAT).fadd();
            toBits();
            code.loadConstant(23).ishl();
        }
        toNumber();
    }

    /// Some bits of a number, with the exponent of 1.
    private void ofBits(int slot, long maskOfDouble, int maskOfFloat) {
        load(slot);
        toBits();
        if (wide) {
            code.loadConstant(maskOfDouble)
                    .land()
                    .loadConstant(BITS_OF_DOUBLE_ONE)
                    .lor();
        } else {
            code.loadConstant(maskOfFloat)
                    .iand()
                    .loadConstant(BITS_OF_FLOAT_ONE)
                    .ior();
        }
        toNumber();
    }

    private void toBits() {
        if (wide) {
            code.invokestatic(
                    ConstantDescs.CD_Double,
                    "doubleToRawLongBits",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
        } else {
            code.invokestatic(
                    ConstantDescs.CD_Float,
                    "floatToRawIntBits",
                    MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_float));
        }
    }

    private void toNumber() {
        if (wide) {
            code.invokestatic(
                    ConstantDescs.CD_Double,
                    "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
        } else {
            code.invokestatic(
                    ConstantDescs.CD_Float,
                    "intBitsToFloat",
                    MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_int));
        }
    }

    private void math(String name, int[] slots) {
        load(slots);
        code.invokestatic(MATH, name, MethodTypeDesc.of(type(), Collections.nCopies(slots.length, type())));
    }

    /// When to take the second branch, after a comparison has left -1, 0 or 1 (1 for a NaN operand) on the
    /// stack.
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
