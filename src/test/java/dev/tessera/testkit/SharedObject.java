package dev.tessera.testkit;

import dev.tessera.device.cpu.CCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Compiles C source to libraries that replace drivers.
public final class SharedObject {
    private SharedObject() {}

    /// Continues the test only if there is a C compiler.
    /// @param options of the compiler, after the source
    /// @return the file
    public static Path of(String text, Path file, String... options) {
        Optional<CCompiler> compiler = CCompiler.find();
        Needs.part("c", compiler.isPresent());
        try {
            Path source = Files.writeString(Path.of(file + ".c"), text);
            List<String> command = new ArrayList<>(List.of(
                    compiler.orElseThrow().program().toString(),
                    "-shared",
                    "-fPIC",
                    "-o",
                    file.toString(),
                    source.toString()));
            command.addAll(List.of(options));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("%s fails: %s".formatted(command, said));
            }
            return file;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted while a library was made", interrupted);
        }
    }
}
