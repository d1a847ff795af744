package dev.tessera.device.cpu;

import java.util.OptionalInt;
import jdk.incubator.vector.DoubleVector;

/// Whether this JVM can compute with vectors.
public final class JvmVectors {
    private static final String MODULE = "jdk.incubator.vector";

    private JvmVectors() {}

    /// The width that the JVM prefers, in bits, or empty where it runs without the module
    /// `jdk.incubator.vector`.
    public static OptionalInt preferredBits() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(DoubleVector.SPECIES_PREFERRED.vectorBitSize());
    }
}
