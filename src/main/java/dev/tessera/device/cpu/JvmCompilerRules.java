package dev.tessera.device.cpu;

import dev.tessera.device.CompilerDirectives;
import dev.tessera.emit.jvm.KernelClass;
import java.util.Optional;

/// Directs this JVM to compile kernels, [VectorRest] and [HalfVectors] with C2 only. C1 fails on the vectors of all
/// but small kernels ("out of virtual registers"), and a method on which it fails is never compiled by C2.
final class JvmCompilerRules {
    private static final String RULES =
            """
            [{ match: ["%1$s*.*", "%2$s.*", "%3$s.*"], c1: { Exclude: true } }]
            """.formatted(internal(KernelClass.VECTOR_PREFIX), internal("VectorRest"), internal("HalfVectors"));

    private JvmCompilerRules() {}

    private static String internal(String className) {
        return JvmCompilerRules.class.getPackageName().replace('.', '/') + "/" + className;
    }

    /// Adds the rules, unless this JVM has them.
    /// @return why the JVM rejected the rules; empty if it accepted them
    static Optional<String> apply() {
        boolean areThere = CompilerDirectives.have(internal(KernelClass.VECTOR_PREFIX) + "*.*");
        return areThere ? Optional.empty() : CompilerDirectives.add(RULES);
    }
}
