package dev.tessera.device.gpu;

import dev.tessera.device.cuda.CudaPlatform;

final class CudaAcceleratorTest extends AcceleratorKit {
    @Override
    GpuPlatform platform() {
        return new CudaPlatform();
    }
}
