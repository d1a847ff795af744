package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Compiles kernels for the CPU.
public interface LaneCompiler {
    /// Its name in `--device`, after `cpu:`; for example `c` or `jvm`.
    String key();

    /// SIMD lanes of its kernels (1: scalar).
    int lanes(Precision precision);

    /// Population streams have the stored type, field streams the type of the arithmetic.
    ///
    /// @param kernel lowered: one operation per `Let`
    /// @throws dev.tessera.device.DeviceException if the kernel cannot be compiled; states why and a remedy
    LaneKernel compile(Kernel kernel, Precision precision);
}
