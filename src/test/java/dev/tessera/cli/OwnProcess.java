package dev.tessera.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts Tessera as a process of its own, as the launcher does.
final class OwnProcess {
    private OwnProcess() {}

    /// @param folder where its files `stdout` and `stderr` go
    /// @param flags more flags for the JVM
    static Process start(Path folder, List<String> flags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + Path.of("jvm.options").toAbsolutePath());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve("stdout").toFile())
                .redirectError(folder.resolve("stderr").toFile())
                .start();
    }
}
