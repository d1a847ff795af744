package dev.tessera.device.gpu;

import dev.tessera.device.opencl.OpenClPlatforms;

final class OpenClAcceleratorTest extends AcceleratorKit {
    @Override
    GpuPlatform platform() {
        return new OpenClPlatforms();
    }
}
