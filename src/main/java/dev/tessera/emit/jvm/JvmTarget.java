package dev.tessera.emit.jvm;

import dev.tessera.emit.KernelSource;
import dev.tessera.emit.Target;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Prints kernels as Java over the Vector API. What is loaded is [KernelClass], made of the same steps; the
/// text is for people, and compiles.
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
