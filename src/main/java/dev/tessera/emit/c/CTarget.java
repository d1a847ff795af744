package dev.tessera.emit.c;

import dev.tessera.emit.KernelSource;
import dev.tessera.emit.Target;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Prints kernels as C11 for gcc and clang. If the text is compiled with `-ffp-contract=off`, operations are evaluated
/// in the kernel's order and fused multiply-adds are explicit.
public record CTarget() implements Target {
    /// The name of a kernel's function, for example `tessera_bulk`.
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
