package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.cuda.CudaPlatform;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every pattern with every addressing in every precision on small cases, against the interpreter: what
/// `compute-sanitizer` is to look at (docs/benchmarks/gpu.md).
final class CudaDeviceTest extends DeviceKit {
    @TempDir
    static Path folder;

    private static GpuDevice device;

    @BeforeAll
    static void a_cuda_device_is_here() {
        List<GpuPlatform.Offer> offers = new CudaPlatform().list().offers();
        Needs.part("cuda", !offers.isEmpty());
        device = new GpuDevice(offers.getFirst().open(new BinaryCache(folder)));
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    @AfterEach
    void nothing_is_left_on_the_device() {
        assertThat(device.accelerator().openResources()).isZero();
    }

    @Override
    protected Device device() {
        return device;
    }

    @ParameterizedTest
    @CsvSource({
        "D2Q9, FP64, 16, 256, SHARED",
        "D2Q9, FP32_FP16, 16, 256, SHARED",
        "D3Q19, FP64, 4, 128, SHARED",
        "D3Q19, FP32, 4, 64, CACHED",
        "D3Q19, FP32_FP16, 8, 512, SHARED"
    })
    void ghost_tiles_scatter_within_tiles_and_change_no_value(
            String lattice, Precision precision, int edge, int threads, TileLookup lookup) {
        VelocitySet velocities = Lattices.byKey(lattice);
        checkSteps(
                lowered(TestPlans.bulkAndDriven(
                        velocities,
                        new TwoBufferPush(),
                        new GhostTiles(TilingRule.cubesOf(edge)),
                        Geometries.random(velocities.dimensions(), 4).nodes(),
                        precision)),
                new GpuDevice(device.accelerator(), Tuning.of(threads, 1).with(lookup)));
    }
}
