package dev.tessera.emit;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Prints kernels for one kind of machine. The kernel must be lowered: one operation per `Let`.
public interface Target {
    String key();

    KernelSource print(Kernel kernel, Precision precision);
}
