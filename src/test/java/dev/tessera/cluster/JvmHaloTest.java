package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.cpu.CpuDevice;
import dev.tessera.device.cpu.JvmKernels;
import java.util.concurrent.ForkJoinPool;

final class JvmHaloTest extends HaloKit {
    @Override
    Device device() {
        return new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), ForkJoinPool.commonPool());
    }
}
