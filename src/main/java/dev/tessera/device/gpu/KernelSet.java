package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.gpu.ExchangeSource;
import dev.tessera.emit.gpu.FeedbackSource;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.emit.gpu.ReductionSource;
import dev.tessera.emit.gpu.SeriesText;
import dev.tessera.emit.opencl.OpenClDialect;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuPlan.PhaseKernel;
import dev.tessera.kernel.gpu.KernelVariant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compiles the kernels of one execution, in three programs: steps; observation and transfer; exchange between
/// parts.
final class KernelSet implements AutoCloseable {
    private final GpuPlan plan;
    private final Accelerator accelerator;
    private final GpuMemory memory;
    private final Set<GpuKernel> stepKernels = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<GpuModule> further = new ArrayList<>();
    private @Nullable GpuModule reductions;
    private @Nullable GpuModule steps;
    private @Nullable GpuModule observations;
    private @Nullable GpuModule exchanges;

    KernelSet(GpuPlan plan, Accelerator accelerator, GpuMemory memory) {
        this.plan = plan;
        this.accelerator = accelerator;
        this.memory = memory;
        this.stepKernels.addAll(plan.stepKernels());
    }

    static Dialect dialect(GpuLanguage language) {
        return switch (language) {
            case CUDA -> new CudaDialect();
            case OPENCL -> new OpenClDialect();
        };
    }

    /// The source of a program with these kernels.
    static String sourceOf(List<GpuKernel> kernels, GpuLanguage language) {
        return GpuSource.print(kernels, dialect(language)).text();
    }

    /// Binds a kernel to all nodes of a class and the class' fields.
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

    /// Binds a kernel to the edge of the bulk and the bulk's fields.
    BoundKernel bindEdge(PhaseKernel kernel, GpuClass edge) {
        DeviceBuffer fields = memory.fieldsOf(edge);
        return bind(kernel.kernel(), kernel.isExchanged())
                .over(memory.edgeOfBulk(), 0, edge.positions().length)
                .fieldsIn(fields, edge.fieldLength())
                .fieldsOut(fields, edge.fieldLength());
    }

    /// Binds a kernel whose nodes are set later.
    BoundKernel bind(GpuKernel kernel, boolean isExchanged) {
        GpuModule module = stepKernels.contains(kernel) ? stepModule() : observationModule();
        return new BoundKernel(kernel, module.function(kernel.function()), isExchanged, plan, memory);
    }

    /// Compiles further kernels, and binds those of all classes and phases; their nodes are set later.
    /// @param kernels `[class][phase]`
    List<List<BoundKernel>> bindFurther(List<List<PhaseKernel>> kernels) {
        GpuModule module = compile(kernels.stream()
                .flatMap(List::stream)
                .filter(kernel -> !kernel.isExchanged())
                .map(PhaseKernel::kernel)
                .toList());
        further.add(module);
        return kernels.stream()
                .map(phases -> phases.stream()
                        .map(kernel -> new BoundKernel(
                                kernel.kernel(),
                                module.function(kernel.kernel().function()),
                                kernel.isExchanged(),
                                plan,
                                memory))
                        .toList())
                .toList();
    }

    /// The program that reduces rows of values.
    GpuModule reductions() {
        if (reductions == null) {
            reductions = accelerator.compile(
                    ReductionSource.of(
                            dialect(accelerator.language()), plan.precision().computed()),
                    List.of());
        }
        return reductions;
    }

    /// Compiles the kernel of [FeedbackSource].
    GpuFunction feedback(int buffers, int series) {
        GpuModule module = accelerator.compile(
                FeedbackSource.of(
                        dialect(accelerator.language()), plan.precision().computed(), buffers, series),
                List.of());
        further.add(module);
        return module.function(FeedbackSource.FOLLOW);
    }

    /// A kernel of [ExchangeSource]; they are compiled at the first exchange.
    GpuFunction exchange(String name) {
        if (exchanges == null) {
            exchanges = accelerator.compile(ExchangeSource.of(dialect(accelerator.language())), List.of());
        }
        return exchanges.function(name);
    }

    private GpuModule stepModule() {
        if (steps == null) {
            steps = accelerator.compile(
                    sourceOf(plan.stepKernels(), accelerator.language()),
                    optionsOf(plan.tuning().variant()));
        }
        return steps;
    }

    private List<String> optionsOf(KernelVariant variant) {
        return variant != KernelVariant.LOADS_PAST_L1
                ? List.of()
                : List.of(accelerator
                        .driver()
                        .optionForLoadsPastL1()
                        .orElseThrow(() -> new DeviceException(
                                "%s has no option for loads that bypass the L1 cache; OpenCL knows none. Use cuda:0"
                                        .formatted(accelerator.key()))));
    }

    /// The kernel that moves the series on.
    GpuFunction advance() {
        return stepModule().function(SeriesText.ADVANCE);
    }

    /// Compiled at the first observation or transfer.
    private GpuModule observationModule() {
        if (observations == null) {
            observations = compile(plan.observers());
        }
        return observations;
    }

    private GpuModule compile(List<GpuKernel> kernels) {
        return accelerator.compile(sourceOf(kernels, accelerator.language()), List.of());
    }

    @Override
    public void close() {
        further.forEach(GpuModule::close);
        further.clear();
        if (reductions != null) {
            reductions.close();
            reductions = null;
        }
        if (steps != null) {
            steps.close();
            steps = null;
        }
        if (observations != null) {
            observations.close();
            observations = null;
        }
        if (exchanges != null) {
            exchanges.close();
            exchanges = null;
        }
    }
}
