package dev.tessera.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A number type in which expressions can be evaluated. Arguments are never null; a result may be null where it is
/// not defined (a division by zero in exact arithmetic). Results that depend on it are then also null, but an
/// unselected branch of a [Form.Select] has no effect.
///
/// @param <T> immutable numbers
public interface Arithmetic<T> {
    /// IEEE double precision; square root and FMA are correctly rounded, elementary functions are those of
    /// StrictMath.
    Arithmetic<Double> DOUBLE = new DoubleArithmetic();

    /// IEEE single precision: constants and every operation are rounded to float.
    Arithmetic<Float> FLOAT = new FloatArithmetic();

    /// Exact fractions; no square roots of non-squares, no elementary functions.
    Arithmetic<Rational> EXACT = new RationalArithmetic();

    T constant(Rational value);

    T add(T left, T right);

    T subtract(T left, T right);

    T multiply(T left, T right);

    /// @return the quotient, or null where it is not defined
    @Nullable
    T divide(T left, T right);

    T negate(T operand);

    @Nullable
    T squareRoot(T operand);

    T absolute(T operand);

    T fma(T factor, T multiplicand, T addend);

    T minimum(T left, T right);

    T maximum(T left, T right);

    boolean compare(Form.Comparison comparison, T left, T right);

    T digits(Form.DigitFunction function, T operand);

    /// @return the state after the iteration, or null where it is not defined
    @Nullable
    T iterate(Iteration iteration, int state, List<T> operands);

    T call(Form.ElementaryFunction function, List<T> arguments);
}
