package dev.tessera.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A tiny case, the command that runs it, and the folder of its results.
abstract class TinyCaseKit {
    static final String TINY = """
            tessera: 1
            name: tiny
            title: A tiny cavity
            geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
            fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
            model: {lattice: D2Q9, collision: bgk}
            boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}
            time: {lattice-speed: 0.1, stop: {steps: 4}}
            output: {pictures: [slice z 50%]}
            """;

    final TestConsole console = new TestConsole();

    @TempDir
    Path temp;

    Path theCase;
    Path out;

    @BeforeEach
    void write_the_case() throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), TINY);
        out = temp.resolve("results");
    }

    /// `tessera run` of the case on the interpreter, its results in [#out].
    final int run(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("run", theCase.toString(), "--device", "cpu:interpreter", "--out", out.toString()));
        for (String argument : more) {
            int device = arguments.indexOf("--device");
            if (argument.equals("--device") && device >= 0) {
                arguments.remove(device + 1);
                arguments.remove(device);
            }
            arguments.add(argument);
        }
        return Main.run(console.pipe(), arguments.toArray(String[]::new));
    }

    static List<String> names(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
