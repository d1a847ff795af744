package dev.tessera.device.gpu;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.SlotCopy;
import dev.tessera.device.SlotExchange;
import dev.tessera.device.StepGroup;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.Tuning;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A GPU through its accelerator. All executions share the accelerator's queue.
public final class GpuDevice implements Device, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuDevice.class);

    private static final long MIN_COPY_BYTES = 16L << 20;
    private static final long MAX_COPY_BYTES = 256L << 20;

    private final Accelerator accelerator;
    private final @Nullable Tuning tuning;
    private final StepForm form;
    private final HostSettings host;
    private double copyGbPerS = Double.NaN;

    /// @param accelerator closed with this
    /// @param tuning of the bulk's kernels; null for the default
    public GpuDevice(Accelerator accelerator, @Nullable Tuning tuning) {
        this(accelerator, tuning, StepForm.FUSED);
    }

    /// @param form of steps; several kernels per step are slower, and only for benchmarks
    public GpuDevice(Accelerator accelerator, @Nullable Tuning tuning, StepForm form) {
        this(accelerator, tuning, form, HostSettings.usual());
    }

    public GpuDevice(Accelerator accelerator) {
        this(accelerator, HostSettings.usual());
    }

    public GpuDevice(Accelerator accelerator, HostSettings host) {
        this(accelerator, null, StepForm.FUSED, host);
    }

    private GpuDevice(Accelerator accelerator, @Nullable Tuning tuning, StepForm form, HostSettings host) {
        this.accelerator = accelerator;
        this.tuning = tuning;
        this.form = form;
        this.host = host;
    }

    /// Whether a device is a GPU, and not a processor that is programmed like one.
    public static boolean isRealGpu(Device device) {
        return device instanceof GpuDevice gpu && !gpu.accelerator.facts().isProcessor();
    }

    @Override
    public boolean runsPartsTogether() {
        return accelerator.hasSecondQueue();
    }

    /// The same device with another tuning.
    public GpuDevice with(@Nullable Tuning other, StepForm otherForm) {
        return new GpuDevice(accelerator, other, otherForm, host);
    }

    @Override
    public String key() {
        return accelerator.key();
    }

    @Override
    public MachineFacts facts() {
        return accelerator.facts().machine();
    }

    @Override
    public boolean isGpu() {
        return true;
    }

    /// The memory bandwidth, bytes read plus bytes written, in 10⁹ bytes per second; measured at the first
    /// call, in some milliseconds. The copy is larger than any cache: drivers understate cache sizes, and the
    /// launch of a small copy takes longer than the copy itself.
    public double copyGbPerS() {
        if (Double.isNaN(copyGbPerS)) {
            GpuFacts facts = accelerator.facts();
            long bytes = facts.isProcessor()
                    ? Math.clamp(4 * facts.cacheBytes(), MIN_COPY_BYTES, MAX_COPY_BYTES)
                    : MAX_COPY_BYTES;
            copyGbPerS = CopyBandwidth.gbPerS(accelerator, Math.min(bytes, facts.largestBufferBytes() / 8));
        }
        return copyGbPerS;
    }

    /// The host's clock, which limits the tuning time.
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public FreeMemory freeMemory() {
        return accelerator.freeMemory();
    }

    @Override
    public MemorySegment hostMemory(long bytes, Arena lifetime) {
        return accelerator.hostMemory(bytes, lifetime);
    }

    public Accelerator accelerator() {
        return accelerator;
    }

    /// The queue of exchanges for libraries that exchange values between GPUs; empty where there are none for it.
    public Optional<LibraryQueue> queueForLibraries() {
        return accelerator.exchanges().forLibraries();
    }

    /// The queue.
    @Override
    public Object resource() {
        return accelerator;
    }

    @Override
    public GpuExecution prepare(StepPlan plan) {
        return prepareWithout(Ablation.NOTHING, plan);
    }

    /// The plan that [#prepare] computes with.
    public GpuPlan planned(StepPlan plan) {
        requireComputable(plan);
        return GpuPlan.of(plan, tuning, form, Ablation.NOTHING);
    }

    /// Prepares a plan of [#planned], retuned or not, and begins to compile the kernels of observations, which a run
    /// needs soon.
    public GpuExecution prepareRun(GpuPlan plan) {
        accelerator.compileAhead(KernelSet.sourceOf(plan.observers(), accelerator.language()));
        return GpuExecution.of(plan, accelerator, host);
    }

    /// Begins to compile the step kernels of a plan.
    public void compileAhead(GpuPlan plan) {
        accelerator.compileAhead(sourceOf(plan));
    }

    /// Prepares kernels with a part left out, which makes results wrong: only for benchmarks.
    public GpuExecution prepareWithout(Ablation part, StepPlan plan) {
        requireComputable(plan);
        return GpuExecution.of(GpuPlan.of(plan, tuning, form, part), accelerator, host);
    }

    private void requireComputable(StepPlan plan) {
        requireStoredState(plan);
        if (plan.precision().computed() == Real.FP64 && !accelerator.facts().fp64()) {
            throw new DeviceException(
                    "%s (%s) does not compute in double precision; use --set model.precision=fp32, or --device cpu"
                            .formatted(key(), accelerator.facts().name()));
        }
        if (plan.precision().computed() == Real.FP32 && !accelerator.facts().roundsFp32()) {
            LOG.warn(
                    "{} ({}) does not round divisions correctly in FP32: results differ in the last bits from those of other devices.",
                    key(),
                    accelerator.facts().name());
        }
    }

    /// The source of a plan's step kernels.
    public String sourceOf(GpuPlan plan) {
        return KernelSet.sourceOf(plan.stepKernels(), accelerator.language());
    }

    /// Within its memory.
    @Override
    public SlotExchange exchange(List<SlotCopy> copies) {
        return new GpuExchange(copies);
    }

    /// Their kernels run at the same time where the driver captures launches.
    @Override
    public StepGroup group(List<? extends Execution> executions) {
        return new GpuStepGroup(executions);
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        requireStoredState(plan);
        return GpuPlan.of(plan, tuning, form, Ablation.NOTHING).memoryBytes();
    }

    @Override
    public void close() {
        accelerator.close();
    }
}
