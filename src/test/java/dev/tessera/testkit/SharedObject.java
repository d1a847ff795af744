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

/// Makes libraries of C text, to stand where drivers are looked for.
public final class SharedObject {
    private SharedObject() {}

    /// Goes on with the test only where there is a C compiler.
    /// @param options more of the compiler's, after the text
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
