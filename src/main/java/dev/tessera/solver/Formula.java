package dev.tessera.solver;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import java.util.List;

/// An expression of the case over `x`, `y`, `z` (metres) and `t` (seconds), ready to be evaluated.
record Formula(Evaluator evaluator, boolean changes, double toSi, String text) implements PlaceAndTime {

    static Formula of(Value.Varying value) {
        boolean changes = Reachable.from(List.of(value.expression())).stream()
                .anyMatch(node -> node.form() instanceof Form.Symbol(String name) && name.equals("t"));
        return new Formula(Evaluator.of(List.of(value.expression())), changes, value.toSi(), value.text());
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
            throw new CaseException("expression \"%s\" is %s at x = %.6g m, y = %.6g m, z = %.6g m, t = %.6g s"
                    .formatted(text, value, pointM[0], pointM[1], pointM[2], timeS));
        }
        return value * toSi;
    }
}
