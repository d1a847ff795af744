package dev.tessera.device.cpu;

import dev.tessera.device.Device;
import java.util.concurrent.ForkJoinPool;

/// Kernels run one node at a time here, since nothing gets warm; the kit of targets tests their vectors.
final class JvmDeviceTest extends CpuDeviceKit {
    @Override
    protected Device device() {
        return new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), ForkJoinPool.commonPool());
    }
}
