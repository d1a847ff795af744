package dev.tessera.device.gpu;

import dev.tessera.device.opencl.OpenClPlatforms;

final class OpenClFastFunctionsTest extends FastFunctionsKit {
    OpenClFastFunctionsTest() {
        super(new OpenClPlatforms());
    }
}
