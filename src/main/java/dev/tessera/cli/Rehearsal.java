package dev.tessera.cli;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.slf4j.event.Level;

/// Prints the version and the usage, then runs typical commands without output, all in one process: the launcher's
/// build uses it so that Java can archive the classes that were loaded and what it learned about their methods
/// (decision 0061). Nothing depends on how its commands end; a machine without a C compiler or a GPU archives less.
public final class Rehearsal {
    private Rehearsal() {}

    /// @param args a folder for results, and the folder of the program, which may contain examples
    public static void main(String[] args) throws IOException {
        Main.inThisProcess("--version");
        Main.inThisProcess();
        Main.inThisProcess("run", "--help");
        StderrLoggers.configure(new LogSettings(Level.ERROR, _ -> {}));
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var console = new Console(nowhere, nowhere, OptionalInt.empty(), System::nanoTime, InstantSource.system());
        run(console, Path.of(args[0]), Path.of(args[1]));
    }

    /// @return the exit code of each command
    static List<Integer> run(Console console, Path folder, Path home) throws IOException {
        Path channel = folder.resolve("channel");
        Path examples = home.resolve("examples");
        List<List<String>> commands = new ArrayList<>();
        commands.add(List.of("init", channel.toString()));
        commands.add(shortRun(channel, folder.resolve("jvm"), "cpu:jvm"));
        commands.add(shortRun(channel, folder.resolve("c"), "cpu:c"));
        if (Files.isDirectory(examples)) {
            // On the device that runs use: a GPU where there is one.
            commands.add(shortRun(
                    examples.resolve("aneurysm"),
                    folder.resolve("vessel"),
                    "auto",
                    "geometry.spacing=0.2 mm",
                    "output.pictures=[slice z 20%, wall-shear-stress surface, streamlines]"));
            commands.add(shortRun(
                    examples.resolve("porous-rock"), folder.resolve("rock"), "auto", "geometry.spacing=50 um"));
        }
        List<Integer> codes = new ArrayList<>();
        for (List<String> command : commands) {
            codes.add(Main.run(console, command.toArray(String[]::new)));
        }
        return codes;
    }

    private static List<String> shortRun(Path theCase, Path out, String device, String... settings) {
        List<String> words =
                new ArrayList<>(List.of("run", theCase.toString(), "--out", out.toString(), "--device", device));
        Stream.concat(Stream.of("time.stop={steps: 20}"), Stream.of(settings))
                .forEach(setting -> words.addAll(List.of("--set", setting)));
        return words;
    }
}
