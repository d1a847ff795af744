package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An expression of the case over `x`, `y`, `z` (metres) and `t` (seconds), prepared for evaluation.
final class Formula implements PlaceAndTime {
    private final Expr expression;
    private final Evaluator evaluator;
    private final boolean changes;
    private final boolean hasPlace;
    private final double toSi;
    private final String text;
    private final List<Factors> products; // empty where the expression does not change, or cannot be separated

    /// A product of a part in place and a part in time. @param place null: one, @param time null: one
    private record Factors(
            @Nullable Evaluator place, @Nullable TimeSeries time) {}

    private Formula(Value.Varying value, RunExtent extent) {
        Set<String> symbols = Reachable.from(List.of(value.expression())).stream()
                .map(node -> node.form() instanceof Form.Symbol(String name) ? name : "")
                .collect(Collectors.toSet());
        this.expression = value.expression();
        this.evaluator = Evaluator.of(List.of(value.expression()));
        this.changes = symbols.contains("t");
        this.hasPlace = symbols.contains("x") || symbols.contains("y") || symbols.contains("z");
        this.toSi = value.toSi();
        this.text = value.text();
        this.products = changes
                ? Separation.of(expression, extent).orElse(List.of()).stream()
                        .map(this::factors)
                        .toList()
                : List.of();
    }

    private Factors factors(Separation.Product product) {
        Expr place = product.place();
        Expr time = product.time();
        return new Factors(
                place == null ? null : Evaluator.of(List.of(place)),
                time == null ? null : TimeSeries.of(new InTime(expression, time, text)));
    }

    static Formula of(Value.Varying value, RunExtent extent) {
        return new Formula(value, extent);
    }

    @Override
    public boolean changes() {
        return changes;
    }

    @Override
    public boolean hasPlace() {
        return hasPlace;
    }

    @Override
    public Parts parts() {
        return new Parts(
                !changes || !products.isEmpty(),
                !changes || products.stream().anyMatch(product -> product.time == null),
                products.stream()
                        .map(Factors::time)
                        .filter(Objects::nonNull)
                        .map(Objects::requireNonNull)
                        .toList());
    }

    @Override
    public TimeFunction at(double[] pointM) {
        if (!changes) {
            return TimeFunction.constant(at(pointM, 0));
        }
        if (products.isEmpty()) {
            return new TimeFunction.Evaluated(timeS -> at(pointM, timeS));
        }
        double constant = 0;
        List<TimeFunction.Separated.Term> terms = new ArrayList<>();
        for (Factors product : products) {
            double coefficient = toSi * (product.place == null ? 1 : value(product.place, pointM, 0));
            if (product.time == null) {
                constant += coefficient;
            } else {
                terms.add(new TimeFunction.Separated.Term(coefficient, product.time));
            }
        }
        return new TimeFunction.Separated(constant, terms);
    }

    @Override
    public double at(double[] pointM, double timeS) {
        return value(evaluator, pointM, timeS) * toSi;
    }

    /// @throws CaseException where the expression gives no finite number
    private double value(Evaluator of, double[] pointM, double timeS) {
        double value = number(of, pointM, timeS);
        if (!Double.isFinite(value)) {
            throw new CaseException(
                    expression,
                    "expression \"%s\" is %s at x = %.6g m, y = %.6g m, z = %.6g m, t = %.6g s"
                            .formatted(text, value, pointM[0], pointM[1], pointM[2], timeS));
        }
        return value;
    }

    private static double number(Evaluator of, double[] pointM, double timeS) {
        return Objects.requireNonNull(of.run(Arithmetic.DOUBLE, name -> switch (name) {
                    case "x" -> pointM[0];
                    case "y" -> pointM[1];
                    case "z" -> pointM[2];
                    case "t" -> timeS;
                    default -> null;
                })
                .getFirst());
    }

    /// An expression of time alone. Equal where the expressions have the same form.
    private static final class InTime implements TimeSeries.Part {
        private static final double[] ANYWHERE = new double[3];

        private final Expr whole; // expression, of which this is a part
        private final Evaluator evaluator;
        private final String form;
        private final String text; // of the whole expression
        private double knownTimeS = Double.NaN; // of the last value
        private double known;

        InTime(Expr whole, Expr part, String text) {
            this.whole = whole;
            this.evaluator = Evaluator.of(List.of(part));
            this.form = ValueText.form(part);
            this.text = text;
        }

        @Override
        public double at(double timeS) {
            if (timeS != knownTimeS) {
                known = number(evaluator, ANYWHERE, timeS);
                knownTimeS = timeS;
            }
            if (!Double.isFinite(known)) {
                throw new CaseException(whole, "expression \"%s\" is %s at t = %.6g s".formatted(text, known, timeS));
            }
            return known;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof InTime series && series.form.equals(form);
        }

        @Override
        public int hashCode() {
            return form.hashCode();
        }
    }
}
