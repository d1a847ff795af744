package dev.tessera.kernel;

import dev.tessera.model.VelocitySet;

/// Converts populations of the host (doubles) to stored quantities and back. Immutable.
public final class PopulationCodec {
    private final StoredQuantity quantity;
    private final float[] weights; // by direction

    public PopulationCodec(StoredQuantity quantity, VelocitySet lattice) {
        this.quantity = quantity;
        this.weights = new float[lattice.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = lattice.weight(i).toFloat();
        }
    }

    /// The stored quantity of a population, before rounding to the slot's number format.
    public double encode(int direction, double population) {
        return quantity.encode(population, weights[direction]);
    }

    /// The population for a stored value.
    public double decode(int direction, double stored) {
        return quantity.decode(stored, weights[direction]);
    }
}
