package dev.tessera.solver;

import dev.tessera.expr.DoubleProgram;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An expression of the case over `x`, `y`, `z` (metres) and `t` (seconds), prepared for evaluation.
final class Formula implements PlaceAndTime {
    private static final List<String> SYMBOLS = List.of("x", "y", "z", "t");

    private final Expr expression;
    private final DoubleProgram program;
    private final boolean changes;
    private final boolean hasPlace;
    private final double toSi;
    private final String text;
    private final List<Factors> products; // empty where the expression does not change
    private final String whyOnHost;

    /// A product. @param place null: one, @param hasPlace whether it is no constant, @param rest null: one
    private record Factors(
            @Nullable DoubleProgram place,
            boolean hasPlace,
            TimeSeries time,
            @Nullable PlaceTimeFunction rest) {
        boolean isConstant() {
            return time.isOne() && rest == null;
        }

        Optional<PlaceTimeFunction> function() {
            return Optional.ofNullable(rest);
        }
    }

    private Formula(Value.Varying value, RunExtent extent) {
        Set<String> symbols = Reachable.from(List.of(value.expression())).stream()
                .map(node -> node.form() instanceof Form.Symbol(String name) ? name : "")
                .collect(Collectors.toSet());
        this.expression = value.expression();
        this.program = program(value.expression());
        this.changes = symbols.contains("t");
        this.hasPlace = symbols.contains("x") || symbols.contains("y") || symbols.contains("z");
        this.toSi = value.toSi();
        this.text = value.text();
        Separation separation = new Separation(extent);
        this.products = changes
                ? separation.of(expression).stream()
                        .map(product -> factors(product, separation, extent))
                        .toList()
                : List.of();
        this.whyOnHost = products.stream()
                .flatMap(product -> product.function().stream())
                .map(PlaceTimeFunction::whyOnHost)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    private Factors factors(Separation.Product product, Separation separation, RunExtent extent) {
        Expr place = product.place();
        Expr time = product.time();
        Expr rest = product.rest();
        return new Factors(
                place == null ? null : program(place),
                place != null && Separation.hasPlace(place),
                time == null ? TimeSeries.ONE : TimeSeries.of(TimeExpression.factor(expression, time, text)),
                rest == null ? null : PlaceTimeFunction.of(expression, rest, text, separation, extent));
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
    public String whyOnHost() {
        return whyOnHost;
    }

    @Override
    public Parts parts() {
        return new Parts(
                !changes || products.stream().anyMatch(Factors::isConstant),
                products.stream()
                        .filter(product -> !product.isConstant())
                        .map(product -> new Parts.Term(product.time, product.function(), product.hasPlace))
                        .toList());
    }

    @Override
    public TimeFunction at(double[] pointM) {
        if (!changes) {
            return TimeFunction.constant(at(pointM, 0));
        }
        if (!whyOnHost.isEmpty()) {
            return new TimeFunction.Evaluated(timeS -> at(pointM, timeS));
        }
        double constant = 0;
        List<TimeFunction.Separated.Term> terms = new ArrayList<>();
        for (Factors product : products) {
            double coefficient = toSi * (product.place == null ? 1 : coefficient(product.place, pointM));
            if (product.isConstant()) {
                constant += coefficient;
            } else {
                terms.add(new TimeFunction.Separated.Term(
                        coefficient, product.time, product.function().map(function -> atPoint(function, pointM))));
            }
        }
        return new TimeFunction.Separated(constant, terms);
    }

    private TimeFunction.AtPoint atPoint(PlaceTimeFunction function, double[] pointM) {
        double[] point = pointM.clone(); // callers reuse theirs
        return new TimeFunction.AtPoint(
                function, function.placesAt(point), (value, timeS) -> finite(value, point, timeS));
    }

    @Override
    public double at(double[] pointM, double timeS) {
        return value(program, pointM, timeS) * toSi;
    }

    private double value(DoubleProgram of, double[] pointM, double timeS) {
        return finite(number(of, pointM, timeS), pointM, timeS);
    }

    /// @throws CaseException where a part that depends on place alone gives no finite number
    private double coefficient(DoubleProgram place, double[] pointM) {
        double value = number(place, pointM, 0);
        if (!Double.isFinite(value)) {
            throw new CaseException(
                    expression,
                    "expression \"%s\": a part that does not change in time is %s at x = %.6g m, y = %.6g m, z = %.6g m; give it a finite value there, whatever the time"
                            .formatted(text, value, pointM[0], pointM[1], pointM[2]));
        }
        return value;
    }

    /// @throws CaseException where the expression gives no finite number
    private double finite(double value, double[] pointM, double timeS) {
        if (!Double.isFinite(value)) {
            throw new CaseException(
                    expression,
                    "expression \"%s\" is %s at x = %.6g m, y = %.6g m, z = %.6g m, t = %.6g s"
                            .formatted(text, value, pointM[0], pointM[1], pointM[2], timeS));
        }
        return value;
    }

    private static DoubleProgram program(Expr expression) {
        return DoubleProgram.of(List.of(expression), SYMBOLS);
    }

    private static double number(DoubleProgram of, double[] pointM, double timeS) {
        return of.run(pointM[0], pointM[1], pointM[2], timeS)[0];
    }
}
