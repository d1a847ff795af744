package dev.tessera.kernel;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.StorageLayout;
import java.util.List;

/// All that a device needs to run a simulation: where populations lie and what happens to which nodes.
///
/// @param classes the first is the bulk; a node belongs to exactly one
public record StepPlan(NodeMap nodes, StorageLayout storage, List<NodeClass> classes, Precision precision) {
    public StepPlan {
        classes = List.copyOf(classes);
        if (classes.isEmpty() || classes.getFirst().fluidNumbers() != null) {
            throw new IllegalArgumentException("the first class of a step plan is the bulk");
        }
    }
}
