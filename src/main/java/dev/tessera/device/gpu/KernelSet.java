package dev.tessera.device.gpu;

import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.emit.opencl.OpenClDialect;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compiles the kernels of one execution, in two programs: of steps, and of looking at values.
final class KernelSet implements AutoCloseable {
    private final GpuPlan plan;
    private final Accelerator accelerator;
    private final GpuMemory memory;
    private final Set<GpuKernel> steppers = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable GpuModule steps;
    private @Nullable GpuModule looks;

    KernelSet(GpuPlan plan, Accelerator accelerator, GpuMemory memory) {
        this.plan = plan;
        this.accelerator = accelerator;
        this.memory = memory;
        this.steppers.addAll(plan.steppers());
    }

    private static Dialect dialect(GpuLanguage language) {
        return switch (language) {
            case CUDA -> new CudaDialect();
            case OPENCL -> new OpenClDialect();
        };
    }

    /// The program that kernels are printed as.
    static String sourceOf(List<GpuKernel> kernels, GpuLanguage language) {
        return GpuSource.print(kernels, dialect(language)).text();
    }

    /// A kernel that runs over all nodes of a class, with the class' fields.
    BoundKernel bind(
            PhaseKernel kernel,
            GpuClass nodes,
            @Nullable DeviceBuffer list,
            @Nullable DeviceBuffer fields,
            long fieldStride) {
        BoundKernel bound = bind(kernel.kernel(), kernel.isExchanged());
        bound.over(list, 0, nodes.isBulk() ? plan.visitedBy(kernel.kernel()) : nodes.positions().length);
        bound.fieldsIn(fields, fieldStride);
        bound.fieldsOut(fields, fieldStride);
        return bound;
    }

    /// A kernel that is to be told yet what to run over.
    BoundKernel bind(GpuKernel kernel, boolean isExchanged) {
        GpuModule module = steppers.contains(kernel) ? stepModule() : lookModule();
        return new BoundKernel(kernel, module.function(kernel.function()), isExchanged, plan, memory);
    }

    private GpuModule stepModule() {
        if (steps == null) {
            steps = compile(plan.steppers());
        }
        return steps;
    }

    /// Compiled when somebody looks for the first time.
    private GpuModule lookModule() {
        if (looks == null) {
            looks = compile(plan.observers());
        }
        return looks;
    }

    private GpuModule compile(List<GpuKernel> kernels) {
        return accelerator.compile(sourceOf(kernels, accelerator.language()), List.of());
    }

    @Override
    public void close() {
        if (steps != null) {
            steps.close();
            steps = null;
        }
        if (looks != null) {
            looks.close();
            looks = null;
        }
    }
}
