package dev.tessera.device.cpu;

import dev.tessera.device.Device;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class CDeviceTest extends CpuDeviceKit {
    private static final ForkJoinPool POOL = new ForkJoinPool(3);

    @TempDir
    static Path folder;

    @BeforeAll
    static void a_c_compiler_is_here() {
        Needs.part("c", CCompiler.find().isPresent());
    }

    @Override
    protected Device device() {
        return new CpuDevice(CKernels.of(CCompiler.find().orElseThrow(), folder), POOL, 5);
    }
}
