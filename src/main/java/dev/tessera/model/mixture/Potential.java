package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Formula;

/// The pseudopotential `psi(rho)` of a component of a [ShanChen] mixture, as an equation: it determines the
/// equation of state and, with the couplings, which components separate. [Potentials] are those that case
/// files know by a word; another one is a class, or a lambda:
///
/// ```java
/// Potential vapour = (graph, density) ->
///         graph.call(ElementaryFunction.EXP, List.of(graph.constant(-1).over(density)));
/// ```
@FunctionalInterface
public interface Potential {
    /// @param graph in which the expression is made
    /// @param density of the component, in lattice units
    /// @return in lattice units, an expression of the density and of constants
    Expr of(ExprGraph graph, Expr density);

    /// Everything that decides its values, as text: potentials with equal texts are equal. Checkpoints
    /// contain it.
    static String text(Potential potential) {
        return switch (potential) {
            case Potentials known -> known.name();
            case ExpressedPotential expressed -> expressed.toString();
            default -> Formula.statements(of(potential));
        };
    }

    /// Refuses what kernels cannot compute.
    /// @throws IllegalArgumentException if it depends on more than the density, or has a function that
    ///         kernels do not have
    static void require(Potential potential) {
        Formula.require("a pseudopotential", of(potential), ExpressedPotential.SYMBOLS);
    }

    private static Expr of(Potential potential) {
        ExprGraph graph = new ExprGraph();
        return potential.of(graph, graph.symbol(ExpressedPotential.DENSITY));
    }
}
