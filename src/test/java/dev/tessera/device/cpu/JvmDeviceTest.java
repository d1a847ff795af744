package dev.tessera.device.cpu;

import dev.tessera.device.Device;
import java.util.concurrent.ForkJoinPool;

/// Kernels are scalar here, since none gets warm; [dev.tessera.emit.EmitterKit] tests their vectors.
final class JvmDeviceTest extends CpuDeviceKit {
    @Override
    protected Device device() {
        return new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), ForkJoinPool.commonPool());
    }
}
