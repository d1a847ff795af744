package dev.tessera.device;

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

/// Directives for the compilers of this JVM, while it runs.
/// Source: JEP 165, Compiler Control.
public final class CompilerDirectives {
    private CompilerDirectives() {}

    /// Adds directives; they come before those that were added earlier, and before the JVM's own.
    /// @param json an array of directives, as the JVM's option `CompilerDirectivesFile` reads it
    /// @return why the JVM rejected them; empty if it accepted them
    public static Optional<String> add(String json) {
        @Nullable Path file = null;
        try {
            file = Files.createTempFile("tessera-compiler", ".json");
            Files.writeString(file, json);
            Object answer = answer("compilerDirectivesAdd", file.toString());
            String text = String.valueOf(answer);
            return text.contains("added") ? Optional.empty() : Optional.of(text.strip());
        } catch (IOException | JMException | RuntimeException refused) {
            return Optional.of(String.valueOf(
                    Objects.requireNonNullElse(refused.getCause(), refused).getMessage()));
        } finally {
            delete(file);
        }
    }

    /// Whether a directive for methods of this pattern has been added: the JVM keeps 50 at most.
    /// @param pattern as in `match`
    public static boolean have(String pattern) {
        try {
            return String.valueOf(answer("compilerDirectivesPrint")).contains(pattern);
        } catch (JMException | RuntimeException unknown) {
            return false;
        }
    }

    private static Object answer(String command, String... arguments) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
        boolean takesNone = arguments.length == 0;
        return server.invoke(
                name,
                command,
                takesNone ? new Object[0] : new Object[] {arguments},
                takesNone ? new String[0] : new String[] {String[].class.getName()});
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
