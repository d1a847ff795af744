package dev.tessera.model.collision;

import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// A collision whose bulk viscosity can be chosen: it has a rate for the stress and one for its trace.
public interface BulkCollision extends Collision {
    BulkRelaxation bulk();

    /// The same collision with another bulk viscosity.
    BulkCollision withBulk(BulkRelaxation bulk);

    @Override
    default SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        rates.put(ShearRate.NAME, ShearRate.of(lattice, viscosityLattice));
        rates.put(MomentBasis.BULK, bulk().rate(lattice, viscosityLattice));
        return rates;
    }
}
