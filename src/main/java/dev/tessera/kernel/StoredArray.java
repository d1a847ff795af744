package dev.tessera.kernel;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.MomentLayout;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.VelocitySet;

/// A named quantity that a plan stores between stages or steps.
public sealed interface StoredArray permits StoredState, StoredArray.Field {
    String name();

    /// Of populations or moments; of a field: the neighbours that can be read.
    VelocitySet lattice();

    /// The populations of a fluid or of a component.
    ///
    /// @param storage their slots; all populations of a plan share node map, addressing and streaming pattern
    record Populations(String name, StorageLayout storage) implements StoredState {
        @Override
        public VelocitySet lattice() {
            return storage.lattice();
        }

        @Override
        public int valuesPerNode() {
            return storage.lattice().size();
        }
    }

    /// The moments of a fluid after the collision.
    ///
    /// @param moments the list, in the order of its values
    record Moments(String name, MomentLayout storage, KeptMoments moments) implements StoredState {
        public Moments {
            if (storage.moments() != moments.size() || !storage.lattice().equals(moments.lattice())) {
                throw new IllegalArgumentException("the storage of %d moments on %s does not hold %s on %s"
                        .formatted(
                                storage.moments(),
                                storage.lattice().name(),
                                moments,
                                moments.lattice().name()));
            }
        }

        /// Moments of a model on some nodes.
        /// @param addressing of the nodes
        /// @param precision whose format the slots have
        public static Moments of(
                String name, KeptMoments moments, Addressing addressing, NodeMap nodes, Precision precision) {
            var storage =
                    MomentLayout.of(moments.lattice(), addressing, nodes, precision.storedBytes(), moments.size());
            return new Moments(name, storage, moments);
        }

        /// The same moments on other nodes.
        public Moments on(NodeMap nodes) {
            var other =
                    MomentLayout.of(lattice(), storage.addressing(), nodes, storage.bytesPerValue(), moments.size());
            return new Moments(name, other, moments);
        }

        @Override
        public VelocitySet lattice() {
            return storage.lattice();
        }

        @Override
        public int valuesPerNode() {
            return storage.moments();
        }
    }

    /// One value per fluid node, in the number format of the arithmetic, at the node's position in the
    /// placement of the plan's first array. Kernels read it at neighbours too. Across a cut link they read the
    /// node's own value.
    record Field(String name, VelocitySet lattice) implements StoredArray {}
}
