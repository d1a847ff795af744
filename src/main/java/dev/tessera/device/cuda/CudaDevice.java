package dev.tessera.device.cuda;

import dev.tessera.kernel.GpuFacts;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// A GPU that the driver offers.
///
/// @param index the number in `cuda:N`, among the devices of `CUDA_VISIBLE_DEVICES`
/// @param device the driver's handle
/// @param capability compute capability, 10 × major + minor
record CudaDevice(int index, int device, int capability, GpuFacts facts) {
    private static final int MAX_THREADS_PER_BLOCK = 1;
    private static final int WARP_SIZE = 10;
    private static final int CLOCK_RATE = 13; // kHz
    private static final int MULTIPROCESSOR_COUNT = 16;
    private static final int MEMORY_CLOCK_RATE = 36; // kHz
    private static final int GLOBAL_MEMORY_BUS_WIDTH = 37; // bits
    private static final int L2_CACHE_SIZE = 38;
    private static final int MAX_THREADS_PER_MULTIPROCESSOR = 39;
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    private static final int MAX_REGISTERS_PER_MULTIPROCESSOR = 82;
    private static final int MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;
    private static final int FIRST_WITH_HALF = 53;

    static List<CudaDevice> all(Cuda cuda) {
        return IntStream.range(0, cuda.devices())
                .mapToObj(index -> of(cuda, index))
                .toList();
    }

    String key() {
        return "cuda:" + index;
    }

    private static CudaDevice of(Cuda cuda, int index) {
        int device = cuda.device(index);
        int capability = 10 * cuda.attribute(device, COMPUTE_CAPABILITY_MAJOR)
                + cuda.attribute(device, COMPUTE_CAPABILITY_MINOR);
        int version = cuda.driverVersion();
        long memory = cuda.memoryBytes(device);
        GpuFacts facts = new GpuFacts(
                cuda.name(device),
                "CUDA %d.%d, compute capability %d.%d"
                        .formatted(version / 1000, version % 1000 / 10, capability / 10, capability % 10),
                memory,
                memory,
                cuda.attribute(device, MULTIPROCESSOR_COUNT),
                cuda.attribute(device, WARP_SIZE),
                cuda.attribute(device, MAX_THREADS_PER_BLOCK),
                cuda.attribute(device, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                cuda.attribute(device, MAX_THREADS_PER_MULTIPROCESSOR),
                cuda.attribute(device, MAX_REGISTERS_PER_MULTIPROCESSOR),
                cuda.attribute(device, L2_CACHE_SIZE),
                true,
                capability >= FIRST_WITH_HALF,
                true,
                1e3 * cuda.attribute(device, CLOCK_RATE),
                fp64PerClock(capability),
                sheet(cuda.attribute(device, MEMORY_CLOCK_RATE), cuda.attribute(device, GLOBAL_MEMORY_BUS_WIDTH)));
        return new CudaDevice(index, device, capability, facts);
    }

    /// Source: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions".
    static int fp64PerClock(int capability) {
        return switch (capability) {
            case 60, 70, 72, 80 -> 32;
            case 90, 100, 103 -> 64;
            case 61, 62 -> 4;
            default -> 2;
        };
    }

    /// The data sheet's bandwidth: two transfers per clock on each line of the bus.
    /// @param kilohertz of the memory; 0: unknown
    /// @param busBits width of the memory's bus; 0: unknown
    static OptionalDouble sheet(int kilohertz, int busBits) {
        double gbPerS = 2.0 * kilohertz * 1e3 * busBits / 8 * 1e-9;
        return gbPerS > 0 ? OptionalDouble.of(gbPerS) : OptionalDouble.empty();
    }
}
