package dev.tessera.device.gpu;

import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.emit.opencl.OpenClDialect;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compiles the kernels of one execution, each text once.
final class KernelSet implements AutoCloseable {
    private final GpuPlan plan;
    private final Accelerator accelerator;
    private final GpuMemory memory;
    private final Dialect dialect;
    private final Map<String, GpuModule> modules = new LinkedHashMap<>(); // by text

    KernelSet(GpuPlan plan, Accelerator accelerator, GpuMemory memory) {
        this.plan = plan;
        this.accelerator = accelerator;
        this.memory = memory;
        this.dialect = switch (accelerator.language()) {
            case CUDA -> new CudaDialect();
            case OPENCL -> new OpenClDialect();
        };
    }

    /// A kernel that runs over all nodes of a class, with the class' fields.
    BoundKernel bind(
            PhaseKernel kernel,
            GpuClass nodes,
            @Nullable DeviceBuffer list,
            @Nullable DeviceBuffer fields,
            long fieldStride) {
        BoundKernel bound = bind(kernel.kernel(), kernel.isExchanged());
        bound.over(list, 0, nodes.isBulk() ? plan.positions() : nodes.positions().length);
        bound.fieldsIn(fields, fieldStride);
        bound.fieldsOut(fields, fieldStride);
        return bound;
    }

    /// A kernel that is to be told yet what to run over.
    BoundKernel bind(GpuKernel kernel, boolean isExchanged) {
        String text = GpuSource.print(kernel, dialect).text();
        GpuModule module = modules.computeIfAbsent(text, unknown -> accelerator.compile(unknown, List.of()));
        return new BoundKernel(kernel, module.function(kernel.function()), isExchanged, plan, memory);
    }

    @Override
    public void close() {
        modules.values().forEach(GpuModule::close);
        modules.clear();
    }
}
