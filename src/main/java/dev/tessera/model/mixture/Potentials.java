package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import java.util.List;

/// The catalogue of pseudopotentials.
public enum Potentials implements Potential {
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

    Potentials(String key) {
        this.key = key;
    }

    /// In case files.
    public String key() {
        return key;
    }
}
