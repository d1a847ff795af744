package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.Precision;

/// Two compilers: one for kernels of usual size, another for those that are too big for it.
///
/// Java's compiler needs seconds to get kernels of more than about 600 operations to full speed, a C
/// compiler half a second
/// (docs/decisions/0005). Both give the same values.
///
/// @param usual for kernels of up to [#BIG_OPERATIONS] operations
/// @param big for the others
public record ChosenKernels(LaneCompiler usual, LaneCompiler big) implements LaneCompiler {
    public static final int BIG_OPERATIONS = 600;

    /// The key of the usual one.
    @Override
    public String key() {
        return usual.key();
    }

    @Override
    public int lanes(Precision precision) {
        return usual.lanes(precision);
    }

    @Override
    public LaneKernel compile(Kernel kernel, Precision precision) {
        boolean isBig = KernelCost.of(kernel).flops() > BIG_OPERATIONS;
        return (isBig ? big : usual).compile(kernel, precision);
    }
}
