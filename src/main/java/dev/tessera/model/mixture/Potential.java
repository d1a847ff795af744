package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import java.util.List;

/// The pseudopotential `psi(rho)` of a component of a [ShanChen] mixture.
public enum Potential {
    /// `psi = rho`
    LINEAR("linear") {
        @Override
        public Expr of(ExprGraph graph, Expr density) {
            return density;
        }
    },
    /// `psi = 1 - exp(-rho)`
    ///
    /// Source: Shan, Chen, Phys. Rev. E 47, 1815 (1993).
    CLASSIC("classic") {
        @Override
        public Expr of(ExprGraph graph, Expr density) {
            Expr decay = graph.call(Form.ElementaryFunction.EXP, List.of(density.negated()));
            return graph.constant(1).minus(decay);
        }
    };

    private final String key;

    Potential(String key) {
        this.key = key;
    }

    /// In case files.
    public String key() {
        return key;
    }

    /// @param density in lattice units
    public abstract Expr of(ExprGraph graph, Expr density);
}
