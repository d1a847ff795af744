package dev.tessera.device.gpu;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.FreeMemory;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.Tuning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A GPU through its accelerator. All executions share the accelerator's queue.
public final class GpuDevice implements Device, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GpuDevice.class);

    private static final long LEAST_COPY = 16L << 20;
    private static final long MOST_COPY = 256L << 20;

    private final Accelerator accelerator;
    private final @Nullable Tuning tuning;
    private final StepForm form;
    private final HostSide host;
    private double copyGbPerS = Double.NaN;

    /// @param accelerator closed with this
    /// @param tuning of the kernels of the bulk; null for the usual one
    public GpuDevice(Accelerator accelerator, @Nullable Tuning tuning) {
        this(accelerator, tuning, StepForm.FUSED);
    }

    /// @param form of steps; more than one kernel is slower, and for benches alone
    public GpuDevice(Accelerator accelerator, @Nullable Tuning tuning, StepForm form) {
        this(accelerator, tuning, form, HostSide.usual());
    }

    public GpuDevice(Accelerator accelerator) {
        this(accelerator, HostSide.usual());
    }

    public GpuDevice(Accelerator accelerator, HostSide host) {
        this(accelerator, null, StepForm.FUSED, host);
    }

    private GpuDevice(Accelerator accelerator, @Nullable Tuning tuning, StepForm form, HostSide host) {
        this.accelerator = accelerator;
        this.tuning = tuning;
        this.form = form;
        this.host = host;
    }

    /// The same device with other launches.
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

    /// The bandwidth of its memory, read and written bytes, 10⁹ a second; measured when it is asked for the first
    /// time, in some milliseconds. GPUs copy more than any cache holds: drivers understate those, and beginning a
    /// small copy takes longer than the copy itself.
    public double copyGbPerS() {
        if (Double.isNaN(copyGbPerS)) {
            GpuFacts facts = accelerator.facts();
            boolean isProcessor = facts.warpSize() <= 1;
            long bytes = isProcessor ? Math.clamp(4 * facts.cacheBytes(), LEAST_COPY, MOST_COPY) : MOST_COPY;
            copyGbPerS = CopyBandwidth.gbPerS(accelerator, Math.min(bytes, facts.largestBufferBytes() / 8));
        }
        return copyGbPerS;
    }

    /// The host's clock, by which choices of launches are limited.
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public FreeMemory freeMemory() {
        return accelerator.freeMemory();
    }

    public Accelerator accelerator() {
        return accelerator;
    }

    @Override
    public GpuExecution prepare(StepPlan plan) {
        return prepareWithout(Ablation.NOTHING, plan);
    }

    /// With a part of the kernels left out, so that results are wrong: for benches alone.
    public GpuExecution prepareWithout(Ablation part, StepPlan plan) {
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
        return GpuExecution.of(GpuPlan.of(plan, tuning, form, part), accelerator, host);
    }

    /// The text of a plan's step kernels, as they are compiled.
    public String sourceOf(GpuPlan plan) {
        return KernelSet.sourceOf(plan.steppers(), accelerator.language());
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        return GpuPlan.of(plan, tuning, form, Ablation.NOTHING).memoryBytes();
    }

    @Override
    public void close() {
        accelerator.close();
    }
}
