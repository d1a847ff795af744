package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.List;

/// The equilibrium of the incompressible fluid, `f_i = w_i (rho + 3 c·u + 9/2 (c·u)² - 3/2 u²)` with
/// reference density 1 and velocity u = momentum.
///
/// It is linear in the density, so that the same equations hold for populations and densities from which a constant
/// (`w_i` and 1) is subtracted.
///
/// Source: He & Luo, J. Stat. Phys. 88, 927 (1997).
public record Incompressible() implements Equilibrium {
    @Override
    public String key() {
        return "incompressible";
    }

    @Override
    public List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments) {
        return SecondOrder.populations(graph, lattice, moments, inertia(graph, moments.density()));
    }

    @Override
    public Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        return new Moments(
                RawMoments.density(graph, lattice, populations),
                RawMoments.momentum(graph, lattice, populations, force));
    }

    @Override
    public Expr inertia(ExprGraph graph, Expr density) {
        return graph.constant(1);
    }
}
