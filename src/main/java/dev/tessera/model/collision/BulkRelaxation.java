package dev.tessera.model.collision;

import dev.tessera.model.VelocitySet;

/// How the relaxation rate of the trace of the stress is chosen.
public sealed interface BulkRelaxation {
    /// Sets the trace to equilibrium in one step.
    BulkRelaxation AT_ONCE = new Rate(1);

    /// @param viscosityLattice kinematic viscosity in lattice units
    double rate(VelocitySet lattice, double viscosityLattice);

    /// @param bulkRate relaxation rate, in (0, 2]; 1 sets the trace to equilibrium in one step
    record Rate(double bulkRate) implements BulkRelaxation {
        public Rate {
            if (!(bulkRate > 0 && bulkRate <= 2)) {
                throw new IllegalArgumentException("bulk rate %s is outside (0, 2]".formatted(bulkRate));
            }
        }

        @Override
        public double rate(VelocitySet lattice, double viscosityLattice) {
            return bulkRate;
        }
    }

    /// @param ofShear bulk viscosity over shear viscosity, zero or more
    record Ratio(double ofShear) implements BulkRelaxation {
        public Ratio {
            if (!(ofShear >= 0) || Double.isInfinite(ofShear)) {
                throw new IllegalArgumentException(
                        "the ratio of bulk to shear viscosity, %s, has to be a finite number from 0"
                                .formatted(ofShear));
            }
        }

        @Override
        public double rate(VelocitySet lattice, double viscosityLattice) {
            return ShearRate.bulk(lattice, ofShear * viscosityLattice);
        }
    }
}
