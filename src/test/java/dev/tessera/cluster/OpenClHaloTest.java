package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;

/// OpenCL drivers compile slowly: the first and second part run there, the others on the interpreter.
final class OpenClHaloTest extends HaloKit {
    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    @Override
    Device device() {
        return first.device();
    }

    @Override
    Device device(int part) {
        return part < 2 ? device() : new Interpreter();
    }

    /// Every pattern and addressing in two dimensions, without tiles with ghost buffers.
    @Override
    Stream<Trial> mixtures() {
        return super.mixtures()
                .filter(trial -> covers(trial.lattice()))
                .filter(trial -> !trial.addressing().needsBarrier());
    }

    @Override
    boolean covers(VelocitySet lattice) {
        return lattice == Lattices.D2Q9;
    }

    @Override
    int divisionsPerStorage() {
        return 1;
    }
}
