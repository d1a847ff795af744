package dev.tessera.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// IEEE single precision; every operation is rounded to float.
final class FloatArithmetic implements Arithmetic<Float> {
    @Override
    public Float constant(Rational value) {
        return value.toFloat();
    }

    @Override
    public Float add(Float left, Float right) {
        return left + right;
    }

    @Override
    public Float subtract(Float left, Float right) {
        return left - right;
    }

    @Override
    public Float multiply(Float left, Float right) {
        return left * right;
    }

    @Override
    public Float divide(Float left, Float right) {
        return left / right;
    }

    @Override
    public Float negate(Float operand) {
        return -operand;
    }

    @Override
    public Float squareRoot(Float operand) {
        return (float) Math.sqrt(operand);
    }

    @Override
    public Float absolute(Float operand) {
        return Math.abs(operand);
    }

    @Override
    public Float fma(Float factor, Float multiplicand, Float addend) {
        return Math.fma(factor, multiplicand, addend);
    }

    @Override
    public Float minimum(Float left, Float right) {
        return left < right ? left : right;
    }

    @Override
    public Float maximum(Float left, Float right) {
        return left > right ? left : right;
    }

    @Override
    public boolean compare(Form.Comparison comparison, Float left, Float right) {
        return switch (comparison) {
            case LESS -> left.floatValue() < right.floatValue();
            case LESS_OR_EQUAL -> left.floatValue() <= right.floatValue();
            case EQUAL -> left.floatValue() == right.floatValue();
        };
    }

    @Override
    public Float digits(Form.DigitFunction function, Float operand) {
        int bits = Float.floatToRawIntBits(operand);
        return switch (function) {
            case ROUND -> (float) Math.rint(operand);
            case POWER_OF_TWO -> Float.intBitsToFloat(Float.floatToRawIntBits(operand + 0x1.8p23f + 127) << 23);
            case EXPONENT -> (float) Math.getExponent(operand);
            case SIGNIFICAND -> Float.intBitsToFloat(bits & 0x007F_FFFF | 0x3F80_0000);
            case SIGN -> Float.intBitsToFloat(bits & Integer.MIN_VALUE | 0x3F80_0000);
        };
    }

    @Override
    public Float call(Form.ElementaryFunction function, List<Float> arguments) {
        return (float) ElementaryFunctions.call(
                function, arguments.stream().map(Float::doubleValue).toList());
    }

    @Override
    public @Nullable Float iterate(Iteration iteration, int state, List<Float> operands) {
        return iteration.run(this, state, operands);
    }
}
