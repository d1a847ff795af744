package dev.tessera.device.cpu;

import com.sun.management.ThreadMXBean;
import dev.tessera.emit.LaneMemory;
import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.stream.Stream;

/// A program that warms kernels in a JVM of its own, compares them with the interpreter, and looks at what they
/// allocate. Says on its output how many lanes they have; fails with a message otherwise.
final class WarmKernels {
    private static final int COUNT = 77;

    private WarmKernels() {}

    public static void main(String[] arguments) {
        JvmKernels kernels = JvmKernels.warmAtOnce();
        for (Precision precision : Precision.values()) {
            Kernel kernel = kernel(kernels.lanes(precision), precision);
            check(kernels.compile(kernel, precision), kernel, precision);
        }
        System.out.printf("lanes %d %d%n", kernels.lanes(Precision.FP64), kernels.lanes(Precision.FP32));
    }

    /// HotSpot on x86 keeps no masks of two lanes in registers; there a kernel without comparisons has to do.
    private static Kernel kernel(int lanes, Precision precision) {
        return switch (precision) {
            case FP64 -> lanes == 2 ? SampleKernels.relaxation() : SampleKernels.allForms();
            case FP32 -> SampleKernels.random(2, 150);
        };
    }

    private static void check(LaneKernel compiled, Kernel kernel, Precision precision) {
        LaneMemory.check(compiled, kernel, precision, inputs(kernel, precision), COUNT, false);
        long bytes = allocated(compiled, kernel);
        if (bytes > 0) {
            throw new AssertionError("kernel %s allocates %d bytes a call".formatted(kernel.name(), bytes));
        }
    }

    private static long allocated(LaneKernel compiled, Kernel kernel) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Streams streams = Streams.of(kernel);
        long[] in = new long[streams.in()];
        long[] out = new long[streams.out()];
        double[] parameters = new double[kernel.parameters().size()];
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int call = 0; call < 1000; call++) {
            compiled.run(in, out, parameters, 0);
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / 1000;
    }

    private static double[][] inputs(Kernel kernel, Precision precision) {
        Random random = new Random(5);
        return Stream.generate(() -> random.doubles(COUNT, -1, 1)
                        .map(value -> precision == Precision.FP32 ? (float) value : value)
                        .toArray())
                .limit(Streams.of(kernel).in())
                .toArray(double[][]::new);
    }
}
