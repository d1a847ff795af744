package dev.tessera.emit.jvm;

import dev.tessera.emit.KernelSource;
import dev.tessera.emit.Target;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Prints kernels as Java source with the Vector API, for reading. Programs load the class of [KernelClass], which has
/// the same steps. The source compiles.
public final class JvmTarget implements Target {
    @Override
    public String key() {
        return "jvm";
    }

    /// @throws IllegalArgumentException if the kernel uses a value before it is defined, or calls an elementary
    /// function
    @Override
    public KernelSource print(Kernel kernel, Precision precision) {
        return KernelSource.of(key(), "//", kernel, precision, JavaText.of(LaneProgram.of(kernel, precision)));
    }
}
