package dev.tessera.model;

import dev.tessera.expr.Expr;
import java.util.List;

/// Density and velocity of a node for the equilibrium (the velocity includes half the force), lattice units.
///
/// @param density the sum of populations
/// @param velocity as many components as the lattice has dimensions
public record Moments(Expr density, List<Expr> velocity) {
    public Moments {
        velocity = List.copyOf(velocity);
    }
}
