package dev.tessera.model.collision;

import dev.tessera.model.VelocitySet;

/// Conversion between relaxation rates of the stress and viscosities.
public final class ShearRate {
    /// The name of the shear moments' rate: the first parameter of every collision.
    public static final String NAME = "omega";

    private ShearRate() {}

    /// `1 / (3 nu + 1/2)`.
    /// @param viscosityLattice kinematic viscosity in lattice units
    /// @throws IllegalArgumentException if the viscosity is not positive
    public static double of(double viscosityLattice) {
        if (!(viscosityLattice > 0)) {
            throw new IllegalArgumentException("lattice viscosity %s is not positive and has no relaxation rate"
                    .formatted(viscosityLattice));
        }
        return 1 / (3 * viscosityLattice + 0.5);
    }

    /// The rate of the stress's trace for a bulk viscosity, `1 / (3/2 D bulk + 1/2)`.
    /// @param bulkViscosityLattice lattice units, zero or more
    public static double bulk(VelocitySet lattice, double bulkViscosityLattice) {
        if (!(bulkViscosityLattice >= 0)) {
            throw new IllegalArgumentException("lattice bulk viscosity %s is negative".formatted(bulkViscosityLattice));
        }
        return 1 / (1.5 * lattice.dimensions() * bulkViscosityLattice + 0.5);
    }

    /// The bulk viscosity of a rate of the stress's trace, `2/(3 D) (1/rate - 1/2)`, lattice units.
    public static double bulkViscosity(VelocitySet lattice, double rate) {
        return (1 / rate - 0.5) / (1.5 * lattice.dimensions());
    }
}
