package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/// In a JVM of its own, since directives last.
final class QuickCompilationIT {
    /// Prints the directives of its JVM.
    static final class Probe {
        public static void main(String[] threads) throws Exception {
            QuickCompilation.begin(true, Integer.parseInt(threads[0]));
            System.out.println(ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "compilerDirectivesPrint",
                            new Object[0],
                            new String[0]));
        }
    }

    @Test
    void sixteen_threads_beside_a_gpu_compile_quickly() throws Exception {
        assertThat(directives("16")).contains("dev/tessera/output/*.*");
    }

    @Test
    void two_threads_beside_a_gpu_use_both_compilers() throws Exception {
        assertThat(directives("2")).doesNotContain("dev/tessera");
    }

    private static String directives(String threads) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName(),
                        threads)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
