package dev.tessera.device.cpu;

import java.util.OptionalInt;
import jdk.incubator.vector.DoubleVector;

/// Whether this JVM can compute with vectors.
public final class JvmVectors {
    private static final String MODULE = "jdk.incubator.vector";
    private static final boolean LOADED = load();

    private JvmVectors() {}

    /// The width that the JVM prefers, in bits, or empty where it runs without the module
    /// `jdk.incubator.vector`.
    public static OptionalInt preferredBits() {
        return LOADED ? OptionalInt.of(DoubleVector.SPECIES_PREFERRED.vectorBitSize()) : OptionalInt.empty();
    }

    /// Where no flag asked for the module (the JVM would warn of it on stderr at every start), loads it the way the
    /// JDK loads modules of its own, if `java.base/jdk.internal.module` is exported: see decision 0016.
    private static boolean load() {
        if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
            return true;
        }
        try {
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, MODULE);
            return true;
        } catch (ReflectiveOperationException _) {
            return false;
        }
    }
}
