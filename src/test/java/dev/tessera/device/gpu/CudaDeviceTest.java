package dev.tessera.device.gpu;

import dev.tessera.device.cuda.CudaPlatform;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every pattern with every addressing in every precision on small cases, against the interpreter; also run with
/// `compute-sanitizer` (docs/benchmarks/gpu.md).
final class CudaDeviceTest extends GpuDeviceKit {
    CudaDeviceTest() {
        super(new CudaPlatform());
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
        checkGhostTiles(
                Lattices.byKey(lattice),
                precision,
                edge,
                4,
                Tuning.of(threads, 1).with(lookup));
    }
}
