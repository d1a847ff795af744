package dev.tessera.device.gpu;

import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// The reductions of an execution: those that were requested once stay prepared.
final class GpuReductions implements AutoCloseable {
    private final GpuPlan plan;
    private final GpuMemory memory;
    private final KernelSet kernels;
    private final GpuTransfer transfer;
    private final ReductionBuffers buffers;
    private final ReducedNodes nodes;
    private final Map<List<? extends Reduction<?>>, GpuReduction> prepared = new HashMap<>(); // by identity of elements

    GpuReductions(GpuPlan plan, GpuMemory memory, KernelSet kernels, GpuTransfer transfer) {
        this.plan = plan;
        this.memory = memory;
        this.kernels = kernels;
        this.transfer = transfer;
        this.buffers = new ReductionBuffers(memory);
        this.nodes = new ReducedNodes(plan, memory, buffers);
    }

    /// @param parameters values of the kernels' parameters
    /// @param seriesAt [BoundKernel#at]
    Reduced reduce(List<? extends Reduction<?>> wanted, int phase, ToDoubleFunction<String> parameters, int seriesAt) {
        GpuReduction reduction = prepared.get(wanted);
        if (reduction == null) {
            List<? extends Reduction<?>> key = List.copyOf(wanted);
            reduction = new GpuReduction(key, plan, memory, buffers, kernels, transfer, nodes);
            prepared.put(key, reduction);
        }
        return reduction.run(phase, parameters, seriesAt);
    }

    @Override
    public void close() {
        prepared.clear();
        buffers.close();
    }
}
