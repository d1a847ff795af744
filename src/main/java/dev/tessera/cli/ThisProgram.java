package dev.tessera.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// How this program was started, to start it again.
final class ThisProgram {
    private ThisProgram() {}

    /// The launcher, or else the JVM with its options and the main class, without the program's arguments.
    static List<String> command() {
        String home = System.getProperty("tessera.home");
        if (home != null && Files.isExecutable(Path.of(home, "tessera"))) {
            return List.of(Path.of(home, "tessera").toString());
        }
        ProcessHandle.Info info = ProcessHandle.current().info();
        List<String> arguments = Arrays.asList(info.arguments().orElse(new String[0]));
        int main = arguments.indexOf(Main.class.getName());
        List<String> command = new ArrayList<>();
        command.add(info.command().orElse("java"));
        if (main >= 0) {
            command.addAll(arguments.subList(0, main + 1));
        } else {
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        }
        return command;
    }
}
