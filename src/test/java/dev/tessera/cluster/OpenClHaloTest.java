package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.IntStream;
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

    /// In three dimensions with one pattern.
    @Override
    Stream<Trial> trials() {
        return super.trials()
                .filter(trial -> trial.lattice().dimensions() == 2 || !(trial.pattern() instanceof TwoBufferPull));
    }

    /// Every pattern and every addressing in two dimensions, in every second pair, without tiles with ghost
    /// buffers.
    @Override
    Stream<Trial> mixtures() {
        List<Trial> all = super.mixtures()
                .filter(trial -> !trial.addressing().needsBarrier())
                .toList();
        return IntStream.range(0, all.size()).filter(k -> k % 2 == 0).mapToObj(all::get);
    }

    @Override
    Stream<Trial> fewTrials() {
        return super.fewTrials().limit(2);
    }

    @Override
    boolean covers(VelocitySet lattice) {
        return lattice == Lattices.D2Q9;
    }
}
