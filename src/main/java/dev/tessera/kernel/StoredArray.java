package dev.tessera.kernel;

import dev.tessera.layout.StorageLayout;
import dev.tessera.model.VelocitySet;

/// A named quantity that a plan stores between stages or steps.
public sealed interface StoredArray {
    String name();

    /// Of populations; of a field: the neighbours that can be read.
    VelocitySet lattice();

    /// The populations of a fluid or of a component.
    ///
    /// @param storage their slots; all populations of a plan share node map, addressing and streaming pattern
    record Populations(String name, StorageLayout storage) implements StoredArray {
        @Override
        public VelocitySet lattice() {
            return storage.lattice();
        }
    }

    /// One value per fluid node, in the number format of the arithmetic, at the node's position in the
    /// placement of the plan's populations. Kernels read it at neighbours too. Across a cut link they read the
    /// node's own value.
    record Field(String name, VelocitySet lattice) implements StoredArray {}
}
