package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.KernelCost;
import dev.tessera.kernel.Precision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Two compilers: one for kernels of usual size, another for larger ones.
///
/// Java's compiler needs seconds until kernels of more than about 600 operations run at full speed, a C compiler half a
/// second (docs/decisions/0005). Both give identical values. If the second compiler fails (no memory, no writable
/// folder), the first is used, with a warning.
///
/// @param usual for kernels of up to [#BIG_OPERATIONS] operations
/// @param big for the others
public record ChosenKernels(LaneCompiler usual, LaneCompiler big) implements LaneCompiler {
    public static final int BIG_OPERATIONS = 600;

    private static final Logger LOG = LoggerFactory.getLogger(ChosenKernels.class);

    /// The key of the usual compiler.
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
        if (KernelCost.of(kernel).flops() <= BIG_OPERATIONS) {
            return usual.compile(kernel, precision);
        }
        try {
            return big.compile(kernel, precision);
        } catch (DeviceException failed) {
            LOG.warn(
                    "{}. Kernel {} runs as cpu:{} instead, slower for its first seconds.",
                    failed.getMessage(),
                    kernel.name(),
                    usual.key());
            return usual.compile(kernel, precision);
        }
    }
}
