package dev.tessera.device;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The machine that this process runs on.
///
/// @param processor model name
/// @param cores hardware threads that the process may use
/// @param vectorBits width of the processor's SIMD registers; 0: unknown
/// @param memoryBytes of the machine, or of the container that limits the process
public record Host(String processor, int cores, int vectorBits, long memoryBytes) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    /// Queries the operating system. What it does not report is estimated from the architecture.
    public static Host probe() {
        List<String> lines = cpuInfo();
        String processor = valueOf(lines, "model name")
                .or(Host::sysctlName)
                .orElseGet(() -> System.getProperty("os.arch") + " processor");
        String flags =
                valueOf(lines, "flags").or(() -> valueOf(lines, "Features")).orElse("");
        return new Host(processor, Runtime.getRuntime().availableProcessors(), vectorBitsOf(flags), memory());
    }

    /// @param flags of `/proc/cpuinfo`, separated by blanks
    static int vectorBitsOf(String flags) {
        List<String> words = List.of(flags.split(" "));
        if (words.contains("avx512f")) {
            return 512;
        }
        if (words.contains("avx2") || words.contains("avx")) {
            return 256;
        }
        boolean smallest = words.contains("sse2") || words.contains("asimd");
        return smallest || Objects.equals(System.getProperty("os.arch"), "aarch64") ? 128 : 0;
    }

    private static List<String> cpuInfo() {
        try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.UTF_8)) {
            return lines.limit(64).toList();
        } catch (IOException notLinux) {
            return List.of();
        }
    }

    private static Optional<String> valueOf(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key) && line.contains(":"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    private static Optional<String> sysctlName() {
        try {
            Process process = new ProcessBuilder("sysctl", "-n", "machdep.cpu.brand_string").start();
            String name = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return Optional.of(name).filter(text -> !text.isEmpty());
        } catch (IOException noSysctl) {
            return Optional.empty();
        }
    }

    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory();
    }
}
