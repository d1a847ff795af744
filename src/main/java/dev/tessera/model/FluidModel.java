package dev.tessera.model;

import java.util.Optional;

/// The physics of the bulk: lattice, equilibrium and collision, and whether a body force acts.
///
/// @param force none, the same everywhere (a kernel parameter), or a field with a value per node
public record FluidModel(VelocitySet lattice, Equilibrium equilibrium, Collision collision, BodyForce force) {
    /// @throws IllegalArgumentException if collision, equilibrium and lattice cannot be used with each other
    public FluidModel {
        Optional<String> ofLattice = collision.unsupported(lattice);
        ofLattice
                .or(() -> equilibrium.unsupported(lattice))
                .or(() -> collision.unsupported(equilibrium))
                .ifPresent(reason -> {
                    throw new IllegalArgumentException(reason);
                });
    }

    public enum BodyForce {
        NONE,
        UNIFORM,
        FIELD
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(lattice.name(), collision.key(), equilibrium.key());
    }
}
