package dev.tessera.device.cpu;

import dev.tessera.emit.jvm.KernelClass;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/// Directs this JVM to compile kernels, [VectorRest] and [HalfVectors] with C2 only. C1 fails on the vectors of all but
/// small kernels ("out of virtual registers"), and a method on which it fails is never compiled by C2.
final class JvmCompilerRules {
    private static final String RULES =
            """
            [{ match: ["%1$s*.*", "%2$s.*", "%3$s.*"], c1: { Exclude: true } }]
            """.formatted(internal(KernelClass.VECTOR_PREFIX), internal("VectorRest"), internal("HalfVectors"));

    private JvmCompilerRules() {}

    private static String internal(String className) {
        return JvmCompilerRules.class.getPackageName().replace('.', '/') + "/" + className;
    }

    /// @return why the JVM rejected the rules; empty if it accepted them
    static Optional<String> apply() {
        @Nullable Path file = null;
        try {
            file = Files.createTempFile("tessera-compiler", ".json");
            Files.writeString(file, RULES);
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            Object answer = server.invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "compilerDirectivesAdd",
                    new Object[] {new String[] {file.toString()}},
                    new String[] {String[].class.getName()});
            String text = String.valueOf(answer);
            return text.contains("added") ? Optional.empty() : Optional.of(text.strip());
        } catch (IOException | JMException | RuntimeException refused) {
            return Optional.of(String.valueOf(
                    Objects.requireNonNullElse(refused.getCause(), refused).getMessage()));
        } finally {
            delete(file);
        }
    }

    private static void delete(@Nullable Path file) {
        if (file == null) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException staysInTheTemporaryFolder) {
            file.toFile().deleteOnExit();
        }
    }
}
