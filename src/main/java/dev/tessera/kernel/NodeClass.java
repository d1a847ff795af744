package dev.tessera.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Nodes that share a step kernel: the bulk (with resting bounce-back walls, which need no equations), or the
/// nodes of one boundary rule.
///
/// @param step loads all populations and the class's fields, stores all populations and remembered fields
/// @param observe loads the same, stores the fields `density, velocity-x, velocity-y, velocity-z` (2D: no z), `speed`,
///        and the stress `stress-xx, stress-xy, …` (deviatoric, from non-equilibrium populations, lattice units)
/// @param fluidNumbers the fluid numbers of its nodes, ascending; null for the bulk: all nodes in no other
///        class. Class fields are indexed by position in this array, fields of the bulk by fluid number (one
///        value for every fluid node, also for those of other classes)
/// @param fields per-node values of the class, in the order of the kernel's `fieldsIn`
public record NodeClass(String name, Kernel step, Kernel observe, long @Nullable [] fluidNumbers, List<String> fields) {
    public NodeClass {
        fields = List.copyOf(fields);
    }

    /// All nodes that belong to no other class.
    public static NodeClass bulk(Kernel step, Kernel observe, List<String> fields) {
        return new NodeClass("bulk", step, observe, null, fields);
    }

    /// The same nodes with other kernels.
    public NodeClass with(Kernel newStep, Kernel newObserve) {
        return new NodeClass(name, newStep, newObserve, fluidNumbers, fields);
    }

    /// The same nodes with kernels for slots that hold this quantity.
    public NodeClass storing(StoredQuantity quantity) {
        return with(step.storing(quantity), observe.storing(quantity));
    }

    /// The fluid numbers of a class that is not the bulk.
    ///
    /// @throws IllegalStateException for the bulk
    public long[] ownNumbers() {
        if (fluidNumbers == null) {
            throw new IllegalStateException("class %s is the bulk, which has no list of nodes".formatted(name));
        }
        return fluidNumbers;
    }
}
