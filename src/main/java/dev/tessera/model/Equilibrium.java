package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.List;

/// The equilibrium to which populations relax. Two implementations: quasi-compressible (velocity = momentum /
/// density) and incompressible (He & Luo 1997: velocity = momentum / reference density 1).
public interface Equilibrium {
    String key();

    /// Equilibrium populations, shape `[q]`, in the lattice's order.
    List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments);

    /// Density and velocity from populations; `force` (lattice units, one component per dimension, or empty) adds
    /// half a step's acceleration to the velocity (Guo et al. 2002).
    Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force);

    /// The density that multiplies velocity in the momentum: the density itself, or the reference density 1.
    Expr inertia(ExprGraph graph, Expr density);
}
