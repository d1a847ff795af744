package dev.tessera.device.cpu;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A C compiler on this machine that can compile kernels to shared objects.
///
/// @param program the compiler's executable
/// @param version the first line that it prints for `--version`
public record CCompiler(Path program, String version) {
    private static final List<String> NAMES = List.of("gcc", "clang", "cc");
    private static final long TIMEOUT_S = 10;

    /// Flags for kernels. Contraction is off, so that only explicit fused multiply-adds are used; no flag may reorder
    /// or approximate arithmetic.
    public static final List<String> FLAGS = List.of(
            "-std=c11",
            "-O3",
            "-march=native",
            "-ffp-contract=off",
            "-fno-math-errno",
            "-fno-trapping-math",
            "-fPIC",
            "-shared");

    /// The first of `$TESSERA_CC`, gcc, clang and cc that runs.
    public static Optional<CCompiler> find() {
        String named = System.getenv().getOrDefault("TESSERA_CC", "");
        Stream<String> names = named.isBlank() ? NAMES.stream() : Stream.of(named);
        return names.flatMap(name -> onPath(name).stream())
                .flatMap(program -> probe(program).stream())
                .findFirst();
    }

    @Override
    public String toString() {
        return "%s (%s), flags %s".formatted(version, program, String.join(" ", FLAGS));
    }

    private static Optional<Path> onPath(String name) {
        if (name.contains(File.separator)) {
            return Optional.of(Path.of(name)).filter(Files::isExecutable);
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static Optional<CCompiler> probe(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return process.exitValue() == 0
                    ? answer.lines().findFirst().map(line -> new CCompiler(program, line.strip()))
                    : Optional.empty();
        } catch (IOException unusable) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
