package dev.tessera.emit.jvm;

import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Bytecode of operations on the digits of vectors, in integer operations on their bits. The operand is in a local
/// variable, the result is left on the stack.
final class VectorDigits {
    private static final ClassDesc BINARY = VectorCode.OPERATORS.nested("Binary");

    private final CodeBuilder code;
    private final boolean wide;
    private final ClassDesc type;
    private final ClassDesc number;
    private final ClassDesc bits;
    private final ClassDesc bit;

    VectorDigits(CodeBuilder code, Precision precision) {
        this.code = code;
        this.wide = precision.computed() == Real.FP64;
        this.type = VectorCode.type(precision);
        this.number = wide ? ConstantDescs.CD_double : ConstantDescs.CD_float;
        this.bits = ClassDesc.of(wide ? "jdk.incubator.vector.LongVector" : "jdk.incubator.vector.IntVector");
        this.bit = wide ? ConstantDescs.CD_long : ConstantDescs.CD_int;
    }

    void operation(DigitFunction function, int slot) {
        switch (function) {
            case ROUND -> round(slot);
            case POWER_OF_TWO -> {
                code.aload(slot);
                withNumber("add", ScalarCode.WHOLE_DOUBLE, ScalarCode.WHOLE_FLOAT);
                toBits();
                withBits("LSHL", 52, 23);
                toNumbers();
            }
            case EXPONENT -> {
                code.aload(slot);
                toBits();
                withBits("LSHR", 52, 23);
                withBits("AND", 0x7FF, 0xFF);
                withBits("OR", 0x4330_0000_0000_0000L, 0x4B00_0000); // 2^52 or 2^23 plus the biased exponent
                toNumbers();
                withNumber("sub", 0x1p52 + 1023, 0x1p23f + 127);
            }
            case SIGNIFICAND -> ofBits(slot, 0x000F_FFFF_FFFF_FFFFL, 0x007F_FFFF);
            case SIGN -> ofBits(slot, Long.MIN_VALUE, Integer.MIN_VALUE);
        }
    }

    /// Adding 2^52 rounds what is smaller; what is larger is whole. The sign is put back.
    private void round(int slot) {
        size(slot);
        size(slot);
        withNumber("add", 0x1p52, 0x1p23f);
        withNumber("sub", 0x1p52, 0x1p23f);
        size(slot);
        code.getstatic(VectorCode.OPERATORS, "LT", VectorCode.COMPARISON);
        number(0x1p52, 0x1p23f);
        code.invokevirtual(type, "compare", MethodTypeDesc.of(VectorCode.MASK, VectorCode.COMPARISON, number))
                .invokevirtual(type, "blend", MethodTypeDesc.of(type, VectorCode.VECTOR, VectorCode.MASK));
        toBits();
        code.getstatic(VectorCode.OPERATORS, "OR", typeOf("OR"));
        code.aload(slot);
        toBits();
        withBits("AND", Long.MIN_VALUE, Integer.MIN_VALUE);
        code.invokevirtual(bits, "lanewise", MethodTypeDesc.of(bits, BINARY, VectorCode.VECTOR));
        toNumbers();
    }

    private void size(int slot) {
        code.aload(slot).invokevirtual(type, "abs", MethodTypeDesc.of(type));
    }

    private void ofBits(int slot, long maskOfDouble, int maskOfFloat) {
        code.aload(slot);
        toBits();
        withBits("AND", maskOfDouble, maskOfFloat);
        withBits("OR", ScalarCode.BITS_OF_DOUBLE_ONE, ScalarCode.BITS_OF_FLOAT_ONE);
        toNumbers();
    }

    private void number(double ofDoubles, float ofFloats) {
        if (wide) {
            code.loadConstant(ofDoubles);
        } else {
            code.loadConstant(ofFloats);
        }
    }

    private void withNumber(String method, double ofDoubles, float ofFloats) {
        number(ofDoubles, ofFloats);
        code.invokevirtual(type, method, MethodTypeDesc.of(type, number));
    }

    private void withBits(String operator, long ofDoubles, int ofFloats) {
        code.getstatic(VectorCode.OPERATORS, operator, typeOf(operator));
        if (wide) {
            code.loadConstant(ofDoubles);
        } else {
            code.loadConstant(ofFloats);
        }
        code.invokevirtual(bits, "lanewise", MethodTypeDesc.of(bits, BINARY, bit));
    }

    private static ClassDesc typeOf(String operator) {
        return operator.equals("AND") || operator.equals("OR") ? VectorCode.OPERATORS.nested("Associative") : BINARY;
    }

    private void toBits() {
        code.invokevirtual(type, wide ? "reinterpretAsLongs" : "reinterpretAsInts", MethodTypeDesc.of(bits));
    }

    private void toNumbers() {
        code.invokevirtual(bits, wide ? "reinterpretAsDoubles" : "reinterpretAsFloats", MethodTypeDesc.of(type));
    }
}
