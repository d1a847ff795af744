package dev.tessera.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process of Python that answers requests of many tests: importing large modules takes longer than most requests.
/// It starts with the first request, and again where it has died; it ends with the JVM, when its input ends.
///
/// For each line of its input, arguments separated by tabs, the script prints its answer and then a line `answered`
/// or, after an exception, `failed`.
public final class PythonServer {
    private final String part;
    private final String module;
    private final Class<?> beside;
    private final String script;
    private @Nullable Python python;
    private @Nullable Process process;
    private @Nullable BufferedReader answers;

    /// @param part the name of the module for [Needs#part]
    /// @param module that the script imports
    /// @param script a resource beside a class
    public PythonServer(String part, String module, Class<?> beside, String script) {
        this.part = part;
        this.module = module;
        this.beside = beside;
        this.script = script;
    }

    /// Continues the test only if Python has the module.
    /// @return what the script has printed, with its errors and warnings
    public synchronized String answer(List<String> arguments) throws IOException {
        if (python == null) {
            python = Python.with(part, module);
        }
        if (process == null || !process.isAlive()) {
            start(python);
        }
        byte[] request = (String.join("\t", arguments) + "\n").getBytes(StandardCharsets.UTF_8);
        process.getOutputStream().write(request);
        process.getOutputStream().flush();
        StringBuilder text = new StringBuilder();
        String line = answers.readLine();
        while (line != null && !line.equals("answered") && !line.equals("failed")) {
            text.append(line).append('\n');
            line = answers.readLine();
        }
        assertThat(line).as("%s of %s: %s", script, arguments, text).isEqualTo("answered");
        return text.toString();
    }

    private void start(Python with) throws IOException {
        Path file = Python.file(beside, script);
        file.toFile().deleteOnExit();
        process = new ProcessBuilder(with.interpreter(), file.toString())
                .redirectErrorStream(true)
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
    }
}
