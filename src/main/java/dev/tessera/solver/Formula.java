package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// An expression of the case over `x`, `y`, `z` (metres) and `t` (seconds), prepared for evaluation.
final class Formula implements PlaceAndTime {
    private static final double[] ANYWHERE = new double[3];

    private final Expr expression;
    private final Evaluator evaluator;
    private final boolean changes;
    private final boolean hasPlace;
    private final double toSi;
    private final String text;
    private double knownTimeS = Double.NaN; // cached value of an expression without x, y, z
    private double known;

    private Formula(Value.Varying value) {
        Set<String> symbols = Reachable.from(List.of(value.expression())).stream()
                .map(node -> node.form() instanceof Form.Symbol(String name) ? name : "")
                .collect(Collectors.toSet());
        this.expression = value.expression();
        this.evaluator = Evaluator.of(List.of(value.expression()));
        this.changes = symbols.contains("t");
        this.hasPlace = symbols.contains("x") || symbols.contains("y") || symbols.contains("z");
        this.toSi = value.toSi();
        this.text = value.text();
    }

    static Formula of(Value.Varying value) {
        return new Formula(value);
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
    public TimeFunction at(double[] pointM) {
        if (!changes) {
            double value = at(pointM, 0);
            return timeS -> value;
        }
        return hasPlace ? timeS -> at(pointM, timeS) : this::anywhere;
    }

    private double anywhere(double timeS) {
        if (timeS != knownTimeS) {
            known = at(ANYWHERE, timeS);
            knownTimeS = timeS;
        }
        return known;
    }

    /// @throws CaseException where the expression gives no finite number
    @Override
    public double at(double[] pointM, double timeS) {
        double value = evaluator
                .run(Arithmetic.DOUBLE, name -> switch (name) {
                    case "x" -> pointM[0];
                    case "y" -> pointM[1];
                    case "z" -> pointM[2];
                    case "t" -> timeS;
                    default -> null;
                })
                .getFirst();
        if (!Double.isFinite(value)) {
            throw new CaseException(
                    expression,
                    "expression \"%s\" is %s at x = %.6g m, y = %.6g m, z = %.6g m, t = %.6g s"
                            .formatted(text, value, pointM[0], pointM[1], pointM[2], timeS));
        }
        return value * toSi;
    }
}
