package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import org.junit.jupiter.api.extension.RegisterExtension;

/// OpenCL drivers compile slowly: one division for each storage.
final class OpenClHaloTest extends HaloKit {
    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    @Override
    Device device() {
        return first.device();
    }

    @Override
    int divisionsPerStorage() {
        return 1;
    }
}
