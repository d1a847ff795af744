package dev.tessera.kernel;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.StorageLayout;
import java.util.List;

/// Everything that a device needs to run a simulation: nodes, storage, and node classes with their kernels.
///
/// @param classes the first is the bulk; a node belongs to exactly one. Their kernels load and store the stored
///       quantity
public record StepPlan(NodeMap nodes, StorageLayout storage, List<NodeClass> classes, Precision precision) {
    public StepPlan {
        classes = classes.stream().map(c -> c.in(precision)).toList();
        if (classes.isEmpty() || classes.getFirst().fluidNumbers() != null) {
            throw new IllegalArgumentException("the first class of a step plan is the bulk");
        }
    }

    public long fluidNodes() {
        return nodes.fluid().count();
    }

    /// Converts populations to stored values and back.
    public PopulationCodec codec() {
        return new PopulationCodec(precision.stored(), storage.lattice());
    }

    /// Populations per node.
    public int directions() {
        return storage.lattice().size();
    }

    /// The number of phases of the streaming pattern.
    public int phases() {
        return storage.pattern().phases();
    }

    /// Whether a step needs a barrier in every tile.
    public boolean needsBarriers() {
        return storage.placement().positionsPerBarrier() > 0;
    }
}
