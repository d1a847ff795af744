package dev.tessera.device.cpu;

import java.util.OptionalInt;
import jdk.incubator.vector.DoubleVector;

/// Whether this JVM can compute with vectors.
public final class JvmVectors {
    private static final String MODULE = "jdk.incubator.vector";
    private static final boolean LOADED = load();

    private JvmVectors() {}

    /// The JVM's preferred width in bits; empty if it runs without the module `jdk.incubator.vector`.
    public static OptionalInt preferredBits() {
        return LOADED ? OptionalInt.of(DoubleVector.SPECIES_PREFERRED.vectorBitSize()) : OptionalInt.empty();
    }

    /// False for the rehearsal before classes are archived (decision 0061). Otherwise, if no flag requested the
    /// module (with the flag, the JVM prints a warning on stderr at every start), loads it as the JDK loads its own
    /// modules, if `java.base/jdk.internal.module` is exported: see decision 0016.
    private static boolean load() {
        if ("hidden".equals(System.getProperty("tessera.vectors"))) {
            return false;
        }
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
