package dev.tessera.expr;

import java.util.List;

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
    public Float call(Form.ElementaryFunction function, List<Float> arguments) {
        return (float) ElementaryFunctions.call(
                function, arguments.stream().map(Float::doubleValue).toList());
    }
}
