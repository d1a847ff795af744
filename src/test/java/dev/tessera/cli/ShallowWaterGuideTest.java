package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the guide to shallow water work, with few steps.
final class ShallowWaterGuideTest {
    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_guide_works() throws IOException {
        Guide guide = Guide.read("shallow-water.md");
        guide.writeCases(folder, Map.of());
        guide.run(folder, List.of());

        assertThat(Files.readString(folder.resolve("out/harbour/summary.json")))
                .contains("height.mean", "behind.height", "froude.maximum");
        assertThat(folder.resolve("out/harbour/fields.pvd")).exists();
        assertThat(folder.resolve("out/harbour/height-z50-000000010.png")).exists();
    }
}
