package dev.tessera.kernel;

import dev.tessera.model.VelocitySet;

/// A stored array that a kernel loads or stores.
///
/// @param name that of the plan's [StoredArray]
/// @param lattice of the populations or moments; of a field: the neighbours that can be read
public record KernelArray(String name, VelocitySet lattice, Kind kind) {
    /// What an array has at each node.
    public enum Kind {
        /// One value per direction.
        POPULATIONS,
        /// One value per moment of a list.
        MOMENTS,
        /// One value.
        FIELD;

        static Kind of(StoredArray array) {
            return switch (array) {
                case StoredArray.Populations populations -> POPULATIONS;
                case StoredArray.Moments moments -> MOMENTS;
                case StoredArray.Field field -> FIELD;
            };
        }
    }

    public static KernelArray populations(String name, VelocitySet lattice) {
        return new KernelArray(name, lattice, Kind.POPULATIONS);
    }

    public static KernelArray moments(String name, VelocitySet lattice) {
        return new KernelArray(name, lattice, Kind.MOMENTS);
    }

    public static KernelArray field(String name, VelocitySet lattice) {
        return new KernelArray(name, lattice, Kind.FIELD);
    }

    public boolean isPopulations() {
        return kind == Kind.POPULATIONS;
    }

    public boolean isField() {
        return kind == Kind.FIELD;
    }
}
