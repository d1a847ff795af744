package dev.tessera.kernel.gpu;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import java.util.List;

/// The nodes of a class as a GPU runs them.
///
/// @param positions of its nodes; empty for the bulk, which is swept
/// @param steps for each phase its kernels, in the order of their launches
/// @param observers for each phase: over lists of nodes, into fields `[quantity][thread]`
/// @param fieldLength values of a field: one for each position in the bulk, for each node of the class else
@SuppressWarnings("ArrayRecordComponent")
public record GpuClass(
        NodeClass nodes,
        int[] positions,
        List<List<GpuPlan.PhaseKernel>> steps,
        List<GpuPlan.PhaseKernel> observers,
        long fieldLength) {
    public GpuClass {
        steps = steps.stream().map(List::copyOf).toList();
        observers = List.copyOf(observers);
    }

    public boolean isBulk() {
        return nodes.fluidNumbers() == null;
    }

    /// Bytes of all its fields, `[field][value]`.
    public long fieldBytes(Precision precision) {
        return nodes.fields().size() * fieldLength * precision.computedBytes();
    }
}
