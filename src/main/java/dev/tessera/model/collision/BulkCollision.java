package dev.tessera.model.collision;

import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import java.util.SequencedMap;

/// A collision whose bulk viscosity can be chosen: it has a rate for the stress and one for its trace.
public interface BulkCollision extends Collision {
    BulkRelaxation bulk();

    /// The same collision with another bulk viscosity.
    BulkCollision withBulk(BulkRelaxation bulk);

    @Override
    default SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        SequencedMap<String, Double> rates = ShearRate.named(lattice, viscosityLattice);
        rates.put(MomentBasis.BULK, bulk().rate(lattice, viscosityLattice));
        return rates;
    }
}
