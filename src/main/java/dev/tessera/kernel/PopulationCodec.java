package dev.tessera.kernel;

import dev.tessera.model.VelocitySet;

/// Brings populations of the host, doubles, to what slots hold and back. Immutable.
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

    /// What the slot of a direction's population is to hold, before it is rounded to the slot's kind of number.
    public double encode(int direction, double population) {
        return quantity.encode(population, weights[direction]);
    }

    /// The population of which the slot of a direction holds this.
    public double decode(int direction, double stored) {
        return quantity.decode(stored, weights[direction]);
    }
}
