package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.model.lattice.Lattices;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

/// OpenCL drivers compile slowly: the trials in two dimensions only.
final class OpenClEnvelopeTest extends EnvelopeKit {
    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    @Override
    Device device() {
        return first.device();
    }

    @Override
    Stream<Trial> trials() {
        return super.trials().filter(trial -> trial.lattice() == Lattices.D2Q9);
    }
}
