package dev.tessera.kernel;

import dev.tessera.model.VelocitySet;

/// A stored array that a kernel loads or stores.
///
/// @param name that of the plan's [StoredArray]
/// @param lattice of the populations; of a field: the neighbours that can be read
/// @param isField one value per node; otherwise a population per direction
public record KernelArray(String name, VelocitySet lattice, boolean isField) {
    public static KernelArray populations(String name, VelocitySet lattice) {
        return new KernelArray(name, lattice, false);
    }

    public static KernelArray field(String name, VelocitySet lattice) {
        return new KernelArray(name, lattice, true);
    }
}
