package dev.tessera.emit.gpu;

import dev.tessera.emit.KernelSource;
import dev.tessera.kernel.gpu.GpuKernel;

/// A kernel for a GPU, printed.
///
/// @param source text and hash
/// @param kernel what was printed; its arguments are those of the printed function
public record GpuSource(KernelSource source, GpuKernel kernel) {
    public static GpuSource print(GpuKernel kernel, Dialect dialect) {
        String body = new GpuText(kernel, dialect).print();
        return new GpuSource(
                KernelSource.of(dialect.key(), "//", kernel.kernel(), kernel.precision(), body), kernel);
    }

    public String text() {
        return source.text();
    }
}
