package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An expression of time alone, a part of an expression of the case. Equal where the expressions have the same
/// form. Not thread-safe.
final class TimeExpression implements TimeSeries.Part {
    private final Expr whole;
    private final Evaluator evaluator;
    private final String form;
    private final String text; // of the whole expression
    private final boolean isFactor;
    private double knownTimeS = Double.NaN; // of the last value
    private double known;

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
        if (timeS != knownTimeS) {
            known = Objects.requireNonNull(
                    evaluator.run(Arithmetic.DOUBLE, name -> timeS).getFirst());
            knownTimeS = timeS;
        }
        if (isFactor && !Double.isFinite(known)) {
            throw new CaseException(whole, "expression \"%s\" is %s at t = %.6g s".formatted(text, known, timeS));
        }
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimeExpression series && series.isFactor == isFactor && series.form.equals(form);
    }

    @Override
    public int hashCode() {
        return form.hashCode();
    }
}
