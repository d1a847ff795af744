package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// Checks that a device's arithmetic gives identical results to other devices, and measures memory bandwidth,
/// transfers and launches. Takes a second or two.
public final class AcceleratorCheck {
    private static final int BLOCK = 256;
    private static final int VALUES = 1 << 14;
    private static final int OPERATIONS = 4;
    private static final int REPEATS = 8;
    private static final int COPIES_PER_TIMING = 8; // copies per timing: otherwise the device waits for the host
    private static final int LAUNCHES = 1000;
    private static final long LARGEST_BYTES = 1L << 30;
    private static final long LARGEST_BYTES_OF_PROCESSORS = 1L << 27; // CPUs through OpenCL are slow

    /// Bandwidths count bytes read plus bytes written, in 10⁹ bytes per second.
    ///
    /// @param kernels facts of the copy kernel
    /// @param fromCache whether the binaries were in the cache
    /// @param compileSeconds until they were loaded on the device
    /// @param copyGbPerS one array to another, by a kernel
    /// @param updateGbPerS one array in place, by a kernel
    /// @param uploadGbPerS from memory outside the Java heap
    /// @param downloadGbPerS to memory outside the Java heap
    /// @param launchMicroseconds of consecutive empty launches
    public record Result(
            FunctionFacts kernels,
            boolean fromCache,
            double compileSeconds,
            double copyGbPerS,
            double updateGbPerS,
            double uploadGbPerS,
            double downloadGbPerS,
            double launchMicroseconds) {
        @Override
        public String toString() {
            return ("arithmetic is exact; copy %.1f GB/s, update %.1f GB/s, upload %.1f GB/s, download %.1f GB/s, launch %.1f us,"
                            + " kernels %s in %.2f s")
                    .formatted(
                            copyGbPerS,
                            updateGbPerS,
                            uploadGbPerS,
                            downloadGbPerS,
                            launchMicroseconds,
                            fromCache ? "from the cache" : "compiled",
                            compileSeconds);
        }
    }

    private final Accelerator gpu;
    private final LongSupplier nanoTime;

    private AcceleratorCheck(Accelerator gpu, LongSupplier nanoTime) {
        this.gpu = gpu;
        this.nanoTime = nanoTime;
    }

    /// @throws DeviceException if a kernel does not compile or run, or if the device does not compute as IEEE
    ///       754 requires; states the operation
    public static Result of(Accelerator gpu, LongSupplier nanoTime) {
        return new AcceleratorCheck(gpu, nanoTime).run();
    }

    private Result run() {
        long start = nanoTime.getAsLong();
        try (GpuModule module = gpu.compile(text(), List.of())) {
            GpuFunction copy = module.function("copy");
            double compileSeconds = (nanoTime.getAsLong() - start) * 1e-9;
            checkSingle(module.function("single_precision"));
            if (gpu.facts().fp64()) {
                checkDouble(module.function("double_precision"));
            }
            long room = gpu.freeBytes().orElse(gpu.facts().memoryBytes()) / 8;
            long largest = gpu.facts().isProcessor() ? LARGEST_BYTES_OF_PROCESSORS : LARGEST_BYTES;
            long bytes = Math.min(Math.min(largest, room), gpu.facts().largestBufferBytes()) / 4096 * 4096;
            try (DeviceBuffer from = gpu.allocate("array to copy from", bytes);
                    DeviceBuffer to = gpu.allocate("array to copy to", bytes);
                    Arena arena = Arena.ofConfined()) {
                gpu.fill(from, (byte) 1);
                gpu.fill(to, (byte) 2);
                long words = bytes / Long.BYTES;
                LaunchShape shape = LaunchShape.covering(words, BLOCK);
                MemorySegment host = arena.allocate(Math.min(bytes, LARGEST_BYTES / 4), Long.BYTES);
                host.fill((byte) 3);
                double copyS = best(() -> onDevice(COPIES_PER_TIMING, () -> gpu.launch(copy, shape, from, to, words)))
                        / COPIES_PER_TIMING;
                GpuFunction update = module.function("update");
                double updateS = best(() -> onDevice(COPIES_PER_TIMING, () -> gpu.launch(update, shape, to, words)))
                        / COPIES_PER_TIMING;
                double uploadS = best(() -> onHost(() -> gpu.upload(from, 0, host)));
                double downloadS = best(() -> onHost(() -> gpu.download(to, 0, host)));
                LaunchShape one = LaunchShape.of(1, BLOCK);
                double launchS = best(() -> onDevice(LAUNCHES, () -> gpu.launch(update, one, to, 0L)));
                return new Result(
                        copy.facts(),
                        module.fromCache(),
                        compileSeconds,
                        2e-9 * bytes / copyS,
                        2e-9 * bytes / updateS,
                        1e-9 * host.byteSize() / uploadS,
                        1e-9 * host.byteSize() / downloadS,
                        1e6 * launchS / LAUNCHES);
            }
        }
    }

    private static double best(DoubleSupplier seconds) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < REPEATS; i++) {
            best = Math.min(best, seconds.getAsDouble());
        }
        return best;
    }

    private double onDevice(int times, Runnable work) {
        try (GpuEvent start = gpu.record()) {
            for (int i = 0; i < times; i++) {
                work.run();
            }
            try (GpuEvent end = gpu.record()) {
                return gpu.elapsedSeconds(start, end);
            }
        }
    }

    private double onHost(Runnable work) {
        gpu.synchronize();
        long start = nanoTime.getAsLong();
        work.run();
        return (nanoTime.getAsLong() - start) * 1e-9;
    }

    private void checkDouble(GpuFunction kernel) {
        double[] in = new double[3 * VALUES];
        Random random = new Random(7);
        for (int i = 0; i < in.length; i++) {
            in[i] = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 20)) * (i % 3 == 2 ? -1 : 1);
        }
        double[] out = new double[OPERATIONS * VALUES];
        computed(kernel, MemorySegment.ofArray(in), MemorySegment.ofArray(out));
        for (int i = 0; i < VALUES; i++) {
            double a = in[3 * i];
            double b = in[3 * i + 1];
            double c = in[3 * i + 2];
            require("a * b + c in FP64", a * b + c, out[OPERATIONS * i]);
            require("a / b in FP64", a / b, out[OPERATIONS * i + 1]);
            require("sqrt(a) in FP64", Math.sqrt(a), out[OPERATIONS * i + 2]);
            require("fma(a, b, c) in FP64", Math.fma(a, b, c), out[OPERATIONS * i + 3]);
        }
    }

    private void checkSingle(GpuFunction kernel) {
        float[] in = new float[3 * VALUES];
        Random random = new Random(7);
        for (int i = 0; i < in.length; i++) {
            in[i] = Math.scalb(1 + random.nextFloat(), random.nextInt(-20, 20)) * (i % 3 == 2 ? -1 : 1);
        }
        float[] out = new float[OPERATIONS * VALUES];
        computed(kernel, MemorySegment.ofArray(in), MemorySegment.ofArray(out));
        for (int i = 0; i < VALUES; i++) {
            float a = in[3 * i];
            float b = in[3 * i + 1];
            float c = in[3 * i + 2];
            require("a * b + c in FP32", a * b + c, out[OPERATIONS * i]);
            if (gpu.facts().roundsFp32()) {
                require("a / b in FP32", a / b, out[OPERATIONS * i + 1]);
                require("sqrt(a) in FP32", (float) Math.sqrt(a), out[OPERATIONS * i + 2]);
            }
            require("fma(a, b, c) in FP32", Math.fma(a, b, c), out[OPERATIONS * i + 3]);
        }
    }

    private void computed(GpuFunction kernel, MemorySegment in, MemorySegment out) {
        try (DeviceBuffer from = gpu.allocate("operands", in.byteSize());
                DeviceBuffer to = gpu.allocate("results", out.byteSize())) {
            gpu.upload(from, 0, in);
            gpu.launch(kernel, LaunchShape.covering(VALUES, BLOCK), from, to);
            gpu.download(to, 0, out);
        }
    }

    private void require(String what, double expected, double actual) {
        if (Double.doubleToRawLongBits(expected) != Double.doubleToRawLongBits(actual)) {
            throw new DeviceException(
                    "%s (%s, %s) computes %s as %s, not %s: results would differ from those of other devices; update its driver, or use another device"
                            .formatted(
                                    gpu.key(),
                                    gpu.facts().name(),
                                    gpu.facts().driver(),
                                    what,
                                    Double.toHexString(actual),
                                    Double.toHexString(expected)));
        }
    }

    private String text() {
        String head = switch (gpu.language()) {
            case CUDA -> """
                        #define KERNEL extern "C" __global__
                        #define GLOBAL
                        #define THREAD ((long) blockIdx.x * blockDim.x + threadIdx.x)
                        """;
            case OPENCL -> """
                        #pragma OPENCL FP_CONTRACT OFF
                        #define KERNEL __kernel
                        #define GLOBAL __global
                        #define THREAD ((long) get_global_id(0))
                        """;
        };
        String enable = gpu.language() == GpuLanguage.OPENCL && gpu.facts().fp64()
                ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                : "";
        String wide = gpu.facts().fp64() ? arithmetic("double_precision", "double") : "";
        return head + enable + """
            KERNEL void copy(GLOBAL const long *from, GLOBAL long *to, long n) {
                long i = THREAD;
                if (i < n) to[i] = from[i];
            }
            KERNEL void update(GLOBAL long *values, long n) {
                long i = THREAD;
                if (i < n) values[i] = values[i] + 1;
            }
            """ + arithmetic("single_precision", "float") + wide;
    }

    private static String arithmetic(String name, String type) {
        return """
            KERNEL void NAME(GLOBAL const TYPE *in, GLOBAL TYPE *out) {
                long i = THREAD;
                TYPE a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
                out[4 * i] = a * b + c;
                out[4 * i + 1] = a / b;
                out[4 * i + 2] = sqrt(a);
                out[4 * i + 3] = fma(a, b, c);
            }
            """.replace("NAME", name).replace("TYPE", type);
    }
}
