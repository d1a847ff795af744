package dev.tessera.device.gpu;

import dev.tessera.device.cuda.CudaPlatform;

final class CudaFastFunctionsTest extends FastFunctionsKit {
    CudaFastFunctionsTest() {
        super(new CudaPlatform());
    }
}
