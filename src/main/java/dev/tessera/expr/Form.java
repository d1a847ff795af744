package dev.tessera.expr;

import java.util.List;

/// The shape of one node of an expression graph: an operation over other nodes. The set is closed: after adding a
/// form, every pass and printer that lacks it fails to compile.
public sealed interface Form {
    /// An exact constant.
    record Constant(Rational value) implements Form {}

    /// A named value that is given when the expression is evaluated.
    record Symbol(String name) implements Form {}

    record Add(Expr left, Expr right) implements Form {}

    record Subtract(Expr left, Expr right) implements Form {}

    record Multiply(Expr left, Expr right) implements Form {}

    record Divide(Expr left, Expr right) implements Form {}

    record Negate(Expr operand) implements Form {}

    record SquareRoot(Expr operand) implements Form {}

    record Absolute(Expr operand) implements Form {}

    /// `factor * multiplicand + addend`, rounded once.
    record FusedMultiplyAdd(Expr factor, Expr multiplicand, Expr addend) implements Form {}

    /// `left < right ? left : right`, in every arithmetic and on every target: `right` where one of them is
    /// NaN.
    record Minimum(Expr left, Expr right) implements Form {}

    /// `left > right ? left : right`; `right` where one of them is NaN.
    record Maximum(Expr left, Expr right) implements Form {}

    /// A truth value; only `Select` consumes it.
    record Compare(Comparison comparison, Expr left, Expr right) implements Form {}

    record Select(Expr condition, Expr whenTrue, Expr whenFalse) implements Form {}

    /// An operation on the digits of a floating-point number ([DigitFunction]).
    record Digits(DigitFunction function, Expr operand) implements Form {}

    /// A state after an iteration.
    /// @param operands the initial states, then the inputs of the iteration
    record Iterate(Iteration iteration, int state, List<Expr> operands) implements Form {
        public Iterate {
            operands = List.copyOf(operands);
        }
    }

    /// The first value, not computed before the second: what compilers for GPUs compute from it is neither
    /// moved in front of the second nor taken from an earlier computation. So a kernel computes twice what it
    /// would else keep in registers.
    record After(Expr value, Expr earlier) implements Form {}

    /// An elementary function. The host evaluates it by StrictMath; a kernel is given an expression of other
    /// forms instead ([PortableFunctions]), since libraries differ in the last bit.
    record Call(ElementaryFunction function, List<Expr> arguments) implements Form {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    enum Comparison {
        LESS,
        LESS_OR_EQUAL,
        EQUAL
    }

    enum DigitFunction {
        /// The nearest whole number, the even one of two; the sign is kept.
        ROUND,
        /// 2^n for a whole number n from the smallest to the largest exponent of normal numbers; undefined
        /// for others.
        POWER_OF_TWO,
        /// The whole number e in `|x| = m 2^e`, `1 ≤ m < 2`, for normal x; below the smallest exponent for
        /// zero and subnormal x, above the largest for infinities and NaN.
        EXPONENT,
        /// The number m in `|x| = m 2^e`, `1 ≤ m < 2`, for normal x; another one of this interval for other
        /// x.
        SIGNIFICAND,
        /// 1 with the sign of the operand, also of a zero; undefined for NaN.
        SIGN
    }

    enum ElementaryFunction {
        SIN,
        COS,
        TAN,
        EXP,
        LOG,
        POW,
        TANH,
        ATAN2,
        FLOOR;

        /// How many arguments it takes.
        public int arguments() {
            return this == POW || this == ATAN2 ? 2 : 1;
        }
    }

    /// The operands of this form, in order.
    default List<Expr> operands() {
        return switch (this) {
            case Constant c -> List.of();
            case Symbol s -> List.of();
            case Add(Expr left, Expr right) -> List.of(left, right);
            case Subtract(Expr left, Expr right) -> List.of(left, right);
            case Multiply(Expr left, Expr right) -> List.of(left, right);
            case Divide(Expr left, Expr right) -> List.of(left, right);
            case Negate(Expr operand) -> List.of(operand);
            case SquareRoot(Expr operand) -> List.of(operand);
            case Absolute(Expr operand) -> List.of(operand);
            case FusedMultiplyAdd(Expr factor, Expr multiplicand, Expr addend) -> List.of(factor, multiplicand, addend);
            case Minimum(Expr left, Expr right) -> List.of(left, right);
            case Maximum(Expr left, Expr right) -> List.of(left, right);
            case Compare(Comparison comparison, Expr left, Expr right) -> List.of(left, right);
            case Select(Expr condition, Expr whenTrue, Expr whenFalse) -> List.of(condition, whenTrue, whenFalse);
            case Digits(DigitFunction function, Expr operand) -> List.of(operand);
            case Iterate(Iteration iteration, int state, List<Expr> values) -> values;
            case After(Expr value, Expr earlier) -> List.of(value, earlier);
            case Call(ElementaryFunction function, List<Expr> arguments) -> arguments;
        };
    }
}
