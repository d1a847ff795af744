package dev.tessera.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes a commented case to start from. Channel and vessel run without changes.
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Write a commented case to start from: NAME/case.yaml.",
        footer = {
            "",
            "  tessera init my-flow",
            "  tessera run my-flow",
            "",
            "  tessera init my-vessel --from vessel",
            "  tessera run my-vessel"
        })
final class InitCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "Folder to create; also the name of the case.")
    private Path folder = Path.of("case");

    @Option(
            names = "--from",
            paramLabel = "KIND",
            defaultValue = "channel",
            description =
                    "channel (default: flow past a cylinder; needs no file), vessel (from a surface mesh; a sample is"
                            + " written too) or rock (from a scan of yours).")
    private Kind kind = Kind.channel;

    /// What the case is about. The names are what users type.
    enum Kind {
        channel("tessera run %s"),
        vessel("tessera run %1$s (with the sample in %1$s/vessel.stl; put your surface in its place, then tessera"
                + " geometry"
                + " %1$s)"),
        rock("put the scan in %1$s/scan.raw (or name yours in the case), then tessera geometry %1$s");

        private final String next;

        Kind(String next) {
            this.next = next;
        }
    }

    InitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Path file = folder.resolve("case.yaml");
        if (Files.exists(file)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s exists and is not overwritten. Choose another name, or remove it.".formatted(file));
        }
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s is a file, and init makes a folder. Choose another name; for the flow through a surface `tessera init NAME --from vessel`, then put it in NAME/vessel.stl."
                            .formatted(folder));
        }
        Files.createDirectories(folder);
        Files.writeString(
                file,
                template(kind, folder.toAbsolutePath().normalize().getFileName().toString()));
        console.out().println(file);
        if (kind == Kind.vessel) {
            writeSample(folder.resolve("vessel.stl"));
        }
        console.err().println("Next: " + kind.next.formatted(folder));
        return ExitCode.DONE.code();
    }

    /// Keeps a surface that exists: it is the user's.
    private void writeSample(Path surface) throws IOException {
        if (!Files.exists(surface)) {
            SampleVessel.write(surface);
            console.out().println(surface);
        }
    }

    static String template(Kind kind, String name) throws IOException {
        String resource = "init/%s.yaml".formatted(kind);
        try (InputStream stream = InitCommand.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the resource %s is missing from this build".formatted(resource));
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replace("NAME", name);
        }
    }
}
