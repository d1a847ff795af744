package dev.tessera.kernel.pass;

import dev.tessera.kernel.Kernel;

/// Transforms a kernel into one that stores the same values, improved in one respect. Deterministic.
public interface Pass {
    /// A verb, such as `fold`.
    String key();

    /// Whether stored values are bit-identical. Otherwise they are equal in exact arithmetic.
    boolean keepsBits();

    Kernel apply(Kernel kernel);
}
