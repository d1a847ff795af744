package dev.tessera.kernel.pass;

import dev.tessera.kernel.Kernel;

/// Takes a kernel and returns one that stores the same values, better in one respect. Deterministic.
public interface Pass {
    /// A verb, such as `fold`.
    String key();

    /// Whether every stored value keeps all its bits. Else it is the same in exact arithmetic.
    boolean keepsBits();

    Kernel apply(Kernel kernel);
}
