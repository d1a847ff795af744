package dev.tessera.expr;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Exact fractions.
final class RationalArithmetic implements Arithmetic<Rational> {
    @Override
    public Rational constant(Rational value) {
        return value;
    }

    @Override
    public Rational add(Rational left, Rational right) {
        return left.plus(right);
    }

    @Override
    public Rational subtract(Rational left, Rational right) {
        return left.minus(right);
    }

    @Override
    public Rational multiply(Rational left, Rational right) {
        return left.times(right);
    }

    @Override
    public @Nullable Rational divide(Rational left, Rational right) {
        return right.isZero() ? null : left.over(right);
    }

    @Override
    public Rational negate(Rational operand) {
        return operand.negated();
    }

    @Override
    public @Nullable Rational squareRoot(Rational operand) {
        if (operand.signum() < 0) {
            return null;
        }
        BigInteger numerator = operand.numerator().sqrt();
        BigInteger denominator = operand.denominator().sqrt();
        if (!numerator.multiply(numerator).equals(operand.numerator())
                || !denominator.multiply(denominator).equals(operand.denominator())) {
            throw new ArithmeticException("the square root of %s is not a fraction".formatted(operand));
        }
        return new Rational(numerator, denominator);
    }

    @Override
    public Rational absolute(Rational operand) {
        return operand.signum() < 0 ? operand.negated() : operand;
    }

    @Override
    public Rational fma(Rational factor, Rational multiplicand, Rational addend) {
        return factor.times(multiplicand).plus(addend);
    }

    @Override
    public Rational minimum(Rational left, Rational right) {
        return left.compareTo(right) <= 0 ? left : right;
    }

    @Override
    public Rational maximum(Rational left, Rational right) {
        return left.compareTo(right) >= 0 ? left : right;
    }

    @Override
    public boolean compare(Form.Comparison comparison, Rational left, Rational right) {
        int order = left.compareTo(right);
        return switch (comparison) {
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case EQUAL -> order == 0;
        };
    }

    @Override
    public Rational digits(Form.DigitFunction function, Rational operand) {
        return switch (function) {
            case ROUND -> new Rational(nearest(operand), BigInteger.ONE);
            case POWER_OF_TWO -> powerOfTwo(operand.numerator().intValueExact());
            case EXPONENT -> Rational.of(exponent(operand));
            case SIGNIFICAND -> absolute(operand).times(powerOfTwo(-exponent(operand)));
            case SIGN -> Rational.of(operand.signum() < 0 ? -1 : 1);
        };
    }

    /// Half to even.
    private static BigInteger nearest(Rational x) {
        BigInteger twice = floor(x.times(Rational.TWO));
        BigInteger nearest = floor(new Rational(twice.add(BigInteger.ONE), BigInteger.TWO));
        boolean tie = x.denominator().equals(BigInteger.TWO);
        return tie && nearest.testBit(0) ? nearest.subtract(BigInteger.ONE) : nearest;
    }

    private static BigInteger floor(Rational x) {
        BigInteger[] parts = x.numerator().divideAndRemainder(x.denominator());
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    private static Rational powerOfTwo(int exponent) {
        Rational power = new Rational(BigInteger.ONE.shiftLeft(Math.abs(exponent)), BigInteger.ONE);
        return exponent < 0 ? power.inverse() : power;
    }

    private static int exponent(Rational x) {
        if (x.isZero()) {
            throw new ArithmeticException("zero has no exponent");
        }
        int guess = x.numerator().bitLength() - x.denominator().bitLength();
        Rational size = x.signum() < 0 ? x.negated() : x;
        return size.compareTo(powerOfTwo(guess)) < 0 ? guess - 1 : guess;
    }

    @Override
    public Rational call(Form.ElementaryFunction function, List<Rational> arguments) {
        if (function == Form.ElementaryFunction.FLOOR) {
            return new Rational(floor(arguments.getFirst()), BigInteger.ONE);
        }
        throw new ArithmeticException("%s has no exact value as a fraction".formatted(function));
    }

    @Override
    public @Nullable Rational iterate(Iteration iteration, int state, List<Rational> operands) {
        return iteration.run(this, state, operands);
    }
}
