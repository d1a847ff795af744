package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An expression of time alone, a part of an expression of the case. Equal where the expressions have the same
/// form. Thread-safe: parts of a case ask for values at the same time, each for its own step.
final class TimeExpression implements TimeSeries.Part {
    private final Expr whole;
    private final Evaluator evaluator;
    private final String form;
    private final String text; // of the whole expression
    private final boolean isFactor;
    private Known last = new Known(Double.NaN, 0);

    private TimeExpression(Expr whole, Expr part, String text, boolean isFactor) {
        this.whole = whole;
        this.evaluator = Evaluator.of(List.of(part));
        this.form = ValueText.form(part);
        this.text = text;
        this.isFactor = isFactor;
    }

    /// A factor of the value, finite where the value is.
    static TimeExpression factor(Expr whole, Expr part, String text) {
        return new TimeExpression(whole, part, text, true);
    }

    /// An argument of a function, which may be infinite.
    static TimeExpression argument(Expr whole, Expr part, String text) {
        return new TimeExpression(whole, part, text, false);
    }

    /// @throws CaseException where a factor is no finite number
    @Override
    public double at(double timeS) {
        Known known = last;
        if (known.timeS != timeS) {
            known = new Known(
                    timeS,
                    Objects.requireNonNull(
                            evaluator.run(Arithmetic.DOUBLE, name -> timeS).getFirst()));
            last = known;
        }
        if (isFactor && !Double.isFinite(known.value)) {
            throw new CaseException(whole, "expression \"%s\" is %s at t = %.6g s".formatted(text, known.value, timeS));
        }
        return known.value;
    }

    /// A value and its time: one object, so that a thread never reads the time of one and the value of another.
    private record Known(double timeS, double value) {}

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimeExpression series && series.isFactor == isFactor && series.form.equals(form);
    }

    @Override
    public int hashCode() {
        return form.hashCode();
    }
}
