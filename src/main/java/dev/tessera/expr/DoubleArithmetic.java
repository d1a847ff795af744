package dev.tessera.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// IEEE double precision.
final class DoubleArithmetic implements Arithmetic<Double> {
    @Override
    public Double constant(Rational value) {
        return value.toDouble();
    }

    @Override
    public Double add(Double left, Double right) {
        return left + right;
    }

    @Override
    public Double subtract(Double left, Double right) {
        return left - right;
    }

    @Override
    public Double multiply(Double left, Double right) {
        return left * right;
    }

    @Override
    public Double divide(Double left, Double right) {
        return left / right;
    }

    @Override
    public Double negate(Double operand) {
        return -operand;
    }

    @Override
    public Double squareRoot(Double operand) {
        return Math.sqrt(operand);
    }

    @Override
    public Double absolute(Double operand) {
        return Math.abs(operand);
    }

    @Override
    public Double fma(Double factor, Double multiplicand, Double addend) {
        return Math.fma(factor, multiplicand, addend);
    }

    @Override
    public Double minimum(Double left, Double right) {
        return left < right ? left : right;
    }

    @Override
    public Double maximum(Double left, Double right) {
        return left > right ? left : right;
    }

    @Override
    public boolean compare(Form.Comparison comparison, Double left, Double right) {
        return switch (comparison) {
            case LESS -> left.doubleValue() < right.doubleValue();
            case LESS_OR_EQUAL -> left.doubleValue() <= right.doubleValue();
            case EQUAL -> left.doubleValue() == right.doubleValue();
        };
    }

    @Override
    public Double digits(Form.DigitFunction function, Double operand) {
        long bits = Double.doubleToRawLongBits(operand);
        return switch (function) {
            case ROUND -> Math.rint(operand);
            case POWER_OF_TWO -> Double.longBitsToDouble(Double.doubleToRawLongBits(operand + 0x1.8p52 + 1023) << 52);
            case EXPONENT -> (double) Math.getExponent(operand);
            case SIGNIFICAND -> Double.longBitsToDouble(bits & 0x000F_FFFF_FFFF_FFFFL | 0x3FF0_0000_0000_0000L);
            case SIGN -> Double.longBitsToDouble(bits & Long.MIN_VALUE | 0x3FF0_0000_0000_0000L);
        };
    }

    @Override
    public Double call(Form.ElementaryFunction function, List<Double> arguments) {
        return ElementaryFunctions.call(function, arguments);
    }

    @Override
    public @Nullable Double iterate(Iteration iteration, int state, List<Double> operands) {
        return iteration.run(this, state, operands);
    }
}
