package dev.tessera.kernel.gpu;

import dev.tessera.kernel.NodeClass;
import java.util.List;

/// A node class with its GPU kernels.
///
/// @param positions of its nodes; empty for the bulk, whose kernel runs over all positions
/// @param steps for each phase and stage its kernels, in the order of their launches
/// @param observers for each phase: over lists of nodes, into fields `[quantity][thread]`
/// @param fieldLength values per field: one per position for the bulk, otherwise one per node of the class
/// @param fieldBytes of all its fields: `[field][value]`, or as in [CutFields]
@SuppressWarnings("ArrayRecordComponent")
public record GpuClass(
        NodeClass nodes,
        int[] positions,
        List<List<List<GpuPlan.PhaseKernel>>> steps,
        List<GpuPlan.PhaseKernel> observers,
        long fieldLength,
        long fieldBytes) {
    public GpuClass {
        steps = steps.stream()
                .map(phase -> phase.stream().map(List::copyOf).toList())
                .toList();
        observers = List.copyOf(observers);
    }

    public boolean isBulk() {
        return nodes.fluidNumbers() == null;
    }
}
