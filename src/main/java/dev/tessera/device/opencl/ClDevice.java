package dev.tessera.device.opencl;

import dev.tessera.kernel.GpuFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// A device that an OpenCL platform offers.
///
/// @param index in the order of [#all]: the number in `opencl:N`
/// @param gpu whether it is a GPU; other devices are CPUs and accelerators
record ClDevice(int index, long id, boolean gpu, GpuFacts facts) {
    private static final long TYPE_CPU = 1 << 1;
    private static final long TYPE_GPU = 1 << 2;
    private static final long TYPE_ACCELERATOR = 1 << 3;
    private static final int PLATFORM_NAME = 0x0902;
    private static final int MAX_COMPUTE_UNITS = 0x1002;
    private static final int MAX_WORK_GROUP_SIZE = 0x1004;
    private static final int MAX_CLOCK_FREQUENCY = 0x100C; // MHz
    private static final int MAX_MEM_ALLOC_SIZE = 0x1010;
    private static final int SINGLE_FP_CONFIG = 0x101B;
    private static final int GLOBAL_MEM_CACHE_SIZE = 0x101E;
    private static final int GLOBAL_MEM_SIZE = 0x101F;
    private static final int LOCAL_MEM_SIZE = 0x1023;
    private static final int NAME = 0x102B;
    private static final int DRIVER_VERSION = 0x102D;
    private static final int EXTENSIONS = 0x1030;
    private static final int DOUBLE_FP_CONFIG = 0x1032;
    private static final int UUID_KHR = 0x106A;
    private static final int WARP_SIZE_NV = 0x4003;
    private static final int WAVEFRONT_WIDTH_AMD = 0x4043;
    private static final int REGISTERS_PER_BLOCK_NV = 0x4002;
    private static final long CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7;

    /// GPUs first, then accelerators, then CPUs; devices of one kind in the order of platforms.
    /// @param otherDriver another driver's facts of the GPU with that UUID
    static List<ClDevice> all(OpenCl cl, Function<byte[], Optional<GpuFacts>> otherDriver) {
        List<ClDevice> devices = new ArrayList<>();
        for (long type : new long[] {TYPE_GPU, TYPE_ACCELERATOR, TYPE_CPU}) {
            for (long platform : cl.platforms()) {
                for (long id : cl.devices(platform, type)) {
                    GpuFacts facts =
                            completed(factsOf(cl, platform, id), cl.deviceBytesIfKnown(id, UUID_KHR), otherDriver);
                    devices.add(new ClDevice(devices.size(), id, type == TYPE_GPU, facts));
                }
            }
        }
        return List.copyOf(devices);
    }

    String key() {
        return "opencl:" + index;
    }

    /// OpenCL does not report the L2 size (NVIDIA's driver returns 4 MiB as the "global memory cache" of an H200, which
    /// has 60 MiB), the bus width and the memory clock, which the performance model uses.
    static GpuFacts completed(GpuFacts reported, Optional<byte[]> uuid, Function<byte[], Optional<GpuFacts>> otherDriver) {
        return uuid.flatMap(otherDriver).map(reported::withHardwareOf).orElse(reported);
    }

    private static GpuFacts factsOf(OpenCl cl, long platform, long id) {
        List<String> extensions = List.of(cl.deviceText(id, EXTENSIONS).split(" +"));
        long warp = cl.deviceNumberIfKnown(id, WARP_SIZE_NV)
                .or(() -> cl.deviceNumberIfKnown(id, WAVEFRONT_WIDTH_AMD))
                .orElse(1L);
        long registers = cl.deviceNumberIfKnown(id, REGISTERS_PER_BLOCK_NV).orElse(0L);
        boolean fp64 = extensions.contains("cl_khr_fp64")
                || cl.deviceNumberIfKnown(id, DOUBLE_FP_CONFIG).orElse(0L) != 0;
        return new GpuFacts(
                cl.deviceText(id, NAME),
                "%s %s".formatted(cl.platformText(platform, PLATFORM_NAME), cl.deviceText(id, DRIVER_VERSION)),
                cl.deviceNumber(id, GLOBAL_MEM_SIZE),
                cl.deviceNumber(id, MAX_MEM_ALLOC_SIZE),
                Math.toIntExact(cl.deviceNumber(id, MAX_COMPUTE_UNITS)),
                Math.toIntExact(warp),
                Math.toIntExact(cl.deviceNumber(id, MAX_WORK_GROUP_SIZE)),
                Math.toIntExact(cl.deviceNumber(id, LOCAL_MEM_SIZE)),
                0,
                Math.toIntExact(registers),
                cl.deviceNumber(id, GLOBAL_MEM_CACHE_SIZE),
                fp64,
                extensions.contains("cl_khr_fp16"),
                (cl.deviceNumber(id, SINGLE_FP_CONFIG) & CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0,
                1e6 * cl.deviceNumber(id, MAX_CLOCK_FREQUENCY),
                0,
                OptionalDouble.empty());
    }
}
