package dev.tessera.kernel;

import dev.tessera.model.VelocitySet;

/// Converts populations of the host (doubles) to stored values and back. Immutable.
public final class PopulationCodec {
    private final SlotFormat format;
    private final float[] weights; // by direction

    public PopulationCodec(SlotFormat format, VelocitySet lattice) {
        this.format = format;
        this.weights = new float[lattice.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = lattice.weight(i).toFloat();
        }
    }

    /// The stored value of a population, before rounding to the slot's number format.
    public double encode(int direction, double population) {
        return format.encode(population, weights[direction]);
    }

    /// Whether stored values are the populations, apart from rounding.
    public boolean isIdentity() {
        return format.storesPopulations();
    }

    /// Replaces populations by their stored values, before rounding to the slot's number format.
    /// @param values at `from … to - 1`, of one direction
    public void encode(int direction, double[] values, int from, int to) {
        if (!format.storesPopulations()) {
            for (int k = from; k < to; k++) {
                values[k] = format.encode(values[k], weights[direction]);
            }
        }
    }

    /// The population for a stored value.
    public double decode(int direction, double stored) {
        return format.decode(stored, weights[direction]);
    }

    /// Replaces stored values by populations.
    /// @param values at `from … to - 1`, of one direction
    public void decode(int direction, double[] values, int from, int to) {
        if (!format.storesPopulations()) {
            for (int k = from; k < to; k++) {
                values[k] = format.decode(values[k], weights[direction]);
            }
        }
    }
}
