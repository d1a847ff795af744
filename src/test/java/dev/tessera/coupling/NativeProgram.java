package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Compiles and runs programs in C and C++ that use `tessera.h`, with the classes of this build.
final class NativeProgram {
    private static final long LONGEST_S = 600;

    private final Path folder;
    private final Path file;

    private NativeProgram(Path folder, Path file) {
        this.folder = folder;
        this.file = file;
    }

    /// @param code its exit code
    /// @param text what it printed on both streams
    record Result(int code, String text) {
        /// The line that begins with a name and a colon, without these.
        String line(String name) {
            return text.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no line %s in %s".formatted(name, text)));
        }
    }

    /// Continues the test only on a machine with a compiler.
    /// @param compiler `gcc`, `g++`
    static void require(String compiler) {
        Needs.part("c", isOnPath(compiler));
    }

    static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> !folder.isBlank() && Files.isExecutable(Path.of(folder, program)));
    }

    /// @param command the compiler with its flags, without include folder, libraries and result
    static NativeProgram compiled(Path folder, String... command) throws IOException, InterruptedException {
        Path file = folder.resolve("program");
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("-Icoupling/include", "-o", file.toString(), "-ldl", "-lpthread", "-lm"));
        Result result = run(folder, Map.of(), all);
        assertThat(result.code()).as(result.text()).isZero();
        assertThat(result.text()).as("warnings").isEmpty();
        return new NativeProgram(folder, file);
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    /// @param changes of the environment; an empty value removes a variable
    Result run(Map<String, String> changes, String... arguments) throws IOException, InterruptedException {
        return runBy(List.of(), changes, arguments);
    }

    /// @param launcher a program that starts it, and its options
    Result runBy(List<String> launcher, Map<String, String> changes, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add(file.toString());
        command.addAll(List.of(arguments));
        return run(folder, changes, command);
    }

    static Result run(Path folder, Map<String, String> changes, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = prepared(changes, command).redirectOutput(output.toFile());
        Process process = builder.start();
        if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    "%s has not ended after %d s: %s".formatted(command, LONGEST_S, Files.readString(output)));
        }
        return new Result(process.exitValue(), Files.readString(output));
    }

    /// Runs it in its own folder, with a folder `tmp` for its files, and ends it once it has printed a text.
    /// @return what it has printed by then
    String until(String awaited, Duration atMost, String... arguments) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("tmp"));
        Path output = Files.createTempFile(folder, "output", ".txt");
        List<String> command = new ArrayList<>(List.of(file.toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        Process process = prepared(Map.of(), command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .start();
        try {
            long end = System.nanoTime() + atMost.toNanos();
            while (!Files.readString(output).contains(awaited)) {
                if (process.waitFor(200, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
                    throw new AssertionError("no '%s' in %s".formatted(awaited, Files.readString(output)));
                }
            }
            return Files.readString(output);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static ProcessBuilder prepared(Map<String, String> changes, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile());
        Map<String, String> environment = new LinkedHashMap<>(Map.of(
                "TESSERA_HOME", Path.of("").toAbsolutePath().toString(),
                "TESSERA_CLASS_PATH", System.getProperty("java.class.path"),
                "TESSERA_JAVA_HOME", System.getProperty("java.home"),
                "TESSERA_JAVA_OPTS", ""));
        environment.putAll(changes);
        environment.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        return builder;
    }
}
