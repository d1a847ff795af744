package dev.tessera.suites.bench;

import dev.tessera.device.cuda.CudaPlatform;

final class CudaLimitsTest extends GpuLimitsKit {
    CudaLimitsTest() {
        super(new CudaPlatform());
    }
}
