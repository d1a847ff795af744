package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.List;

/// The second-order equilibrium of the weakly compressible fluid,
/// `f_i = w_i rho (1 + 3 c·u + 9/2 (c·u)² - 3/2 u²)` with velocity u = momentum / density.
///
/// Source: Qian, d'Humières, Lallemand, Europhys. Lett. 17, 479 (1992).
public record QuasiCompressible() implements Equilibrium {
    @Override
    public String key() {
        return "quasi-compressible";
    }

    @Override
    public List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments) {
        return SecondOrder.populations(graph, lattice, moments, inertia(graph, moments.density()));
    }

    @Override
    public Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        return RawMoments.withDensity(graph, lattice, populations, force);
    }

    @Override
    public Expr inertia(ExprGraph graph, Expr density) {
        return density;
    }
}
