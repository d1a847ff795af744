package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Formula;
import java.util.List;

/// A pseudopotential that a case file writes as an expression of the density `rho`, in lattice units.
///
/// @param formula of [#SYMBOLS]
public record ExpressedPotential(Formula formula) implements Potential {
    static final String DENSITY = "rho";

    public static final List<String> SYMBOLS = List.of(DENSITY);

    /// @throws IllegalArgumentException if it has another symbol, or a function that kernels do not have
    public ExpressedPotential {
        Formula.require("a pseudopotential", formula.expression(), SYMBOLS);
    }

    @Override
    public Expr of(ExprGraph graph, Expr density) {
        return formula.in(graph, name -> density);
    }

    @Override
    public String toString() {
        return "expression " + formula.text();
    }
}
