package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.List;
import java.util.Optional;

/// The equilibrium to which populations relax: quasi-compressible (velocity = momentum / density), incompressible
/// (He & Luo 1997: velocity = momentum / reference density 1), and that of shallow water, whose density is a height.
public interface Equilibrium {
    String key();

    /// Equilibrium populations, shape `[q]`, in the lattice's order.
    List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments);

    /// Density and velocity from populations; `force` (lattice units, one component per dimension, or empty)
    /// adds half a step's acceleration to the velocity (Guo et al. 2002).
    Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force);

    /// The density that multiplies velocity in the momentum: the density itself, or the reference density 1.
    Expr inertia(ExprGraph graph, Expr density);

    /// The pressure over c_s², which the populations of moving directions carry; what it lacks of the density is in
    /// the population at rest. Here the density: an ideal gas.
    default Expr pressure(ExprGraph graph, Expr density) {
        return density;
    }

    /// Everything that decides its populations, as text: its key, and constants beyond it.
    default String settings() {
        return key();
    }

    /// Whether its moments up to the second one are those of the pressure and of `inertia u u`, and it has no part in
    /// higher ones, as collisions assume that compute moments of the equilibrium themselves. Others relax with
    /// collision `bgk`.
    default boolean isSecondOrder() {
        return true;
    }

    /// Whether the pressure is c_s² times the density, near density 1, as collisions beyond BGK, boundary rules for
    /// velocities and pressures, and stored deviations from rest need.
    default boolean isIdealGas() {
        return true;
    }

    /// Why this equilibrium cannot be used on a lattice, with a remedy; empty where it can.
    default Optional<String> unsupported(VelocitySet lattice) {
        return Optional.empty();
    }
}
