package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.MemoryBandwidth;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.kernel.StepPlan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The speeds that devices are expected to have before their steps are measured: their memory bandwidth, measured when
/// it is first asked for, since a step is limited by memory on all of them. Small cases, whose nodes move in less time
/// than that measurement takes, begin with equal parts. Not thread-safe.
public final class MemorySpeeds implements PartedDevice.ExpectedSpeeds {
    /// Of the bytes of a step with two arrays, writes read a third more on a CPU: cache lines that they change.
    private static final double CPU_COPY = 2.0 / 3;

    private static final long FEW_NODES = 4_000_000;

    private final Map<String, GpuDevice> gpus;
    private final Supplier<MemoryBandwidth> measured; // of the host
    private @Nullable MemoryBandwidth ofHost;

    /// @param devices of the case; those that are not GPUs use the memory of the host
    /// @param workers threads of the devices that use the memory of the host
    /// @param nanoTime nanoseconds
    public MemorySpeeds(List<Device> devices, ForkJoinPool workers, LongSupplier nanoTime) {
        this(devices, () -> MemoryBandwidth.measure(workers, nanoTime));
    }

    /// @param measured measures the bandwidth of the host
    MemorySpeeds(List<Device> devices, Supplier<MemoryBandwidth> measured) {
        this.gpus = devices.stream()
                .filter(GpuDevice.class::isInstance)
                .map(GpuDevice.class::cast)
                .collect(Collectors.toMap(Device::key, gpu -> gpu, (gpu, same) -> gpu));
        this.measured = measured;
    }

    @Override
    public double[] of(List<Device> devices, StepPlan plan) {
        if (plan.fluidNodes() < FEW_NODES) {
            return devices.stream().mapToDouble(device -> 1).toArray();
        }
        boolean isInPlace = plan.populations().stream()
                .allMatch(array -> array.storage().pattern().copies() == 1);
        return devices.stream()
                .mapToDouble(device -> {
                    GpuDevice gpu = gpus.get(device.key());
                    return gpu == null ? ofHost(isInPlace) : gpu.copyGbPerS();
                })
                .toArray();
    }

    private double ofHost(boolean isInPlace) {
        if (ofHost == null) {
            ofHost = measured.get();
        }
        return isInPlace ? ofHost.updateGbPerS() : CPU_COPY * ofHost.copyGbPerS();
    }
}
