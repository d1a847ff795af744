package dev.tessera.device.gpu;

import dev.tessera.device.cuda.CudaPlatform;

final class CudaKernelVariantTest extends KernelVariantKit {
    CudaKernelVariantTest() {
        super(new CudaPlatform());
    }
}
