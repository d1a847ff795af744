package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the guide to mixtures work, with few steps.
final class MixturesGuideTest {
    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_guide_works() throws IOException {
        Guide guide = Guide.read("mixtures.md");
        guide.writeCases(folder, Map.of());
        guide.run(folder, List.of());

        assertThat(Files.readString(folder.resolve("out/layers/summary.json"))).contains("velocity.maximum");
        assertThat(folder.resolve("out/layers/fields.pvd")).exists();
        assertThat(Files.readString(folder.resolve("out/drop/summary.json"))).contains("drop.pressure");
        assertThat(folder.resolve("out/drop/order-parameter-z50-000000010.png")).exists();
        try (var files = Files.walk(folder.resolve("out/layers"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .anySatisfy(name -> assertThat(name).startsWith("density-oil"));
        }
    }
}
