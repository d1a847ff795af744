package dev.tessera.emit;

import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.opencl.OpenClDialect;
import java.util.List;

/// The languages that GPU kernels can be printed in.
public final class Dialects {
    private static final List<Dialect> ALL = List.of(new CudaDialect(), new OpenClDialect());

    private Dialects() {}

    /// All dialects, in display order.
    public static List<Dialect> all() {
        return ALL;
    }
}
