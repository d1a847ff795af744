package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Turns kernels into something that the CPU runs.
public interface LaneCompiler {
    /// As `--device` names it behind `cpu:`, such as `c` or `jvm`.
    String key();

    /// Lanes that its kernels compute at once (1 where they run scalar).
    int lanes(Precision precision);

    /// Streams of populations hold what slots hold, those of fields what is computed with.
    ///
    /// @param kernel lowered: one operation a `Let`
    /// @throws dev.tessera.device.DeviceException where the kernel cannot be compiled; says why and the way out
    LaneKernel compile(Kernel kernel, Precision precision);
}
