package dev.tessera.device.cpu;

import com.sun.management.ThreadMXBean;
import dev.tessera.emit.LaneMemory;
import dev.tessera.emit.SampleKernels;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.Streams;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkPressure;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// A program that warms kernels in a JVM of its own, compares them with the interpreter, and checks their
/// allocations. With the argument `models` these are the kernels of every lattice and collision but `elbm`, whose
/// compilation takes minutes (docs/decisions/0063). Prints how many lanes they have; fails with a message otherwise.
final class WarmKernels {
    private static final int COUNT = 77;

    /// A kernel that allocates for this long is never compiled again.
    private static final long LONGEST_NANOS = 20_000_000_000L;

    private WarmKernels() {}

    public static void main(String[] arguments) {
        JvmKernels compiler = JvmKernels.warmAtOnce();
        List<Warm> all = new ArrayList<>();
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            List<Kernel> kernels = List.of(arguments).contains("models")
                    ? models()
                    : List.of(kernel(compiler.lanes(precision), precision));
            for (Kernel kernel : kernels) {
                all.add(new Warm(kernel, precision, compiler.compile(kernel, precision)));
            }
        }
        all.forEach(WarmKernels::check);
        System.out.printf(
                "kernels %d lanes %d %d%n", all.size(), compiler.lanes(Precision.FP64), compiler.lanes(Precision.FP32));
    }

    private record Warm(Kernel kernel, Precision precision, LaneKernel compiled) {}

    private static List<Kernel> models() {
        List<Kernel> kernels = new ArrayList<>();
        for (VelocitySet lattice : Lattices.all()) {
            for (Collision collision : Collisions.on(lattice, new Incompressible())) {
                var model = new FluidModel(lattice, new Incompressible(), collision, FluidModel.BodyForce.NONE);
                kernels.add(StepKernels.bulk(model).step());
            }
            var model = new FluidModel(lattice, new Incompressible(), new Mrt(), FluidModel.BodyForce.NONE);
            kernels.add(StepKernels.bulk(model).observe());
            if (lattice.isotropy() >= new LinkPressure(true).leastIsotropy()) {
                kernels.add(StepKernels.boundary(model, LinkNode.of(new LinkPressure(true)))
                        .step());
            }
        }
        return kernels;
    }

    /// HotSpot on x86 keeps no masks of two lanes in registers; there a kernel without comparisons is used.
    private static Kernel kernel(int lanes, Precision precision) {
        return switch (precision.computed()) {
            case FP64 -> lanes == 2 ? SampleKernels.relaxation() : SampleKernels.allForms();
            case FP32 -> SampleKernels.random(2, 150);
        };
    }

    private static void check(Warm warm) {
        Kernel kernel = warm.kernel();
        LaneMemory.check(warm.compiled(), kernel, warm.precision(), inputs(kernel, warm.precision()), COUNT, false);
        long bytes = allocated(warm);
        if (bytes > 0) {
            throw new AssertionError("kernel %s of %s in %s allocates %d bytes a call"
                    .formatted(
                            kernel.name(),
                            kernel.latticeNames(),
                            warm.precision().key(),
                            bytes));
        }
    }

    /// Bytes per call, over calls of all lengths; the minimum of the rounds until one allocates nothing. The JVM may
    /// discard a compiled method early and compile it again beside the calls; until then they allocate.
    private static long allocated(Warm warm) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Streams streams = Streams.of(warm.kernel());
        long[] in = new long[streams.in()];
        long[] out = new long[streams.out()];
        double[] parameters = new double[warm.kernel().scalars().size()];
        Arrays.fill(parameters, 1);
        try (Arena arena = Arena.ofConfined()) {
            long stride = (long) COUNT * warm.precision().computedBytes();
            long address = arena.allocate(stride * (in.length + out.length), 64).address();
            Arrays.setAll(in, k -> address + k * stride);
            Arrays.setAll(out, k -> address + (in.length + k) * stride);
            long least = Long.MAX_VALUE;
            long end = System.nanoTime() + LONGEST_NANOS;
            while (least > 0 && System.nanoTime() < end) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int call = 0; call < 1000; call++) {
                    warm.compiled().run(in, out, parameters, call % COUNT);
                }
                least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / 1000);
            }
            return least;
        }
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
