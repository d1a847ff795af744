package dev.tessera.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Python with a module that a test needs.
///
/// @param interpreter its program
public record Python(String interpreter) {
    private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");
    private static final int LARGE_BYTES = 1 << 30;

    /// The first interpreter that has a module. Continues the test only if there is one.
    /// @param part the name of the module for [Needs#part]
    /// @param module as in `import`
    public static Python with(String part, String module) {
        Optional<String> found = INTERPRETERS.stream()
                .filter(python -> canImport(python, module))
                .findFirst();
        Needs.part(part, found.isPresent());
        return new Python(found.orElseThrow());
    }

    private static boolean canImport(String python, String module) {
        try {
            Process process = new ProcessBuilder(python, "-c", "import " + module)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException none) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// Runs a script that is a resource beside a class.
    /// @return what it has printed
    public String run(Class<?> beside, String script, List<String> arguments) throws IOException {
        Path file = file(beside, script);
        try {
            List<String> command = new ArrayList<>(List.of(interpreter, file.toString()));
            command.addAll(arguments);
            return output(command);
        } finally {
            Files.delete(file);
        }
    }

    /// A copy of a script that is a resource beside a class, to be deleted by the caller.
    static Path file(Class<?> beside, String script) throws IOException {
        Path file = Files.createTempFile("script", ".py");
        try (InputStream text = beside.getResourceAsStream(script)) {
            Files.write(file, text.readAllBytes());
        }
        return file;
    }

    private static String output(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // glibc keeps the memory of large arrays for the next one: three times as fast with NumPy.
        builder.environment().putIfAbsent("MALLOC_MMAP_THRESHOLD_", Integer.toString(LARGE_BYTES));
        builder.environment().putIfAbsent("MALLOC_TRIM_THRESHOLD_", Integer.toString(LARGE_BYTES));
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(text).isZero();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        return text;
    }
}
