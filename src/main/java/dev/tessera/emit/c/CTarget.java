package dev.tessera.emit.c;

import dev.tessera.emit.KernelSource;
import dev.tessera.emit.Target;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Prints kernels as C11 for gcc and clang. Values are those of the kernel's operations in their order if the
/// text is compiled with `-ffp-contract=off`: fused multiply-adds are explicit.
public record CTarget() implements Target {
    /// The name of the function that a kernel is printed as, `tessera_bulk`.
    public static String function(Kernel kernel) {
        return "tessera_" + kernel.name().replace('-', '_');
    }

    @Override
    public String key() {
        return "c";
    }

    @Override
    public KernelSource print(Kernel kernel, Precision precision) {
        return KernelSource.of(key(), "//", kernel, precision, new CText(kernel, precision).print());
    }
}
