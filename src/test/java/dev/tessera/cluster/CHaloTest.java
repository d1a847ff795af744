package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.cpu.CKernels;
import dev.tessera.device.cpu.CpuDevice;
import dev.tessera.testkit.Needs;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;

final class CHaloTest extends HaloKit {
    private static final ForkJoinPool POOL = new ForkJoinPool(3);

    @BeforeAll
    void a_c_compiler_is_here() {
        Needs.part("c", CCompiler.find().isPresent());
    }

    @Override
    Device device() {
        return new CpuDevice(CKernels.of(CCompiler.find().orElseThrow()), POOL);
    }
}
