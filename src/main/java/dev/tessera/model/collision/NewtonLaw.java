package dev.tessera.model.collision;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Evaluator;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.List;
import java.util.Objects;

/// A law whose shear rate follows from the stress by Newton's method, with as many steps as the law needs. The number
/// is found by solving for known viscosities over the whole range of the law.
interface NewtonLaw {
    /// Of the viscosity, relative.
    double TOLERANCE = 1e-9;

    int MOST_STEPS = 30;
    List<Double> NUMERICAL = List.of(0.03, 1.0, 30.0);

    /// A shear rate from which Newton's method converges.
    Expr start(ExprGraph graph, Expr stress, Expr numerical);

    /// A better shear rate.
    Expr next(ExprGraph graph, Expr shearRate, Expr stress, Expr numerical);

    Expr at(ExprGraph graph, Expr shearRate);

    double viscosity(double shearRate);

    /// Shear rates over the whole range in which the viscosity changes, ascending.
    double[] range();

    /// The solution, as [ViscosityLaw#viscosity(ExprGraph,Expr,Expr)].
    default Expr solved(ExprGraph graph, Expr stress, Expr numerical) {
        return solved(graph, stress, numerical, steps());
    }

    private Expr solved(ExprGraph graph, Expr stress, Expr numerical, int steps) {
        Expr shearRate = start(graph, stress, numerical);
        for (int step = 0; step < steps; step++) {
            shearRate = next(graph, shearRate, stress, numerical);
        }
        return at(graph, shearRate);
    }

    /// The number of steps after which the viscosity is right everywhere.
    default int steps() {
        for (int steps = 1; steps < MOST_STEPS; steps++) {
            if (error(steps) < TOLERANCE) {
                return steps;
            }
        }
        throw new IllegalArgumentException(
                "the viscosity %s changes too steeply: its shear rate is not found in %d steps. Use bounds or viscosities that differ less, or an exponent nearer to 1"
                        .formatted(this, MOST_STEPS));
    }

    private double error(int steps) {
        ExprGraph graph = new ExprGraph();
        Evaluator solution =
                Evaluator.of(List.of(solved(graph, graph.symbol("stress"), graph.symbol("numerical"), steps)));
        double largest = 0;
        for (double numerical : NUMERICAL) {
            for (double shearRate : range()) {
                double exact = viscosity(shearRate);
                double stress = shearRate * (numerical + exact);
                double found = Objects.requireNonNull(
                        solution.run(Arithmetic.DOUBLE, name -> name.equals("stress") ? stress : numerical)
                                .getFirst());
                double error = Math.abs(found / exact - 1);
                largest = error <= largest ? largest : error; // also not a number
            }
        }
        return largest;
    }
}
