package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the guide to vessels work, on the example's vessel with few steps.
final class VesselsGuideTest {
    @TempDir
    private Path folder;

    @Test
    void every_command_of_the_guide_works() throws IOException {
        Guide guide = Guide.read("vessels.md");
        assertThat(Files.readString(Path.of("docs/guides/vessels.md")))
                .as("the surface is copied as typed")
                .contains("    cp examples/aneurysm/aneurysm.stl vessel.stl\n");
        Files.copy(Path.of("examples/aneurysm/aneurysm.stl"), folder.resolve("vessel.stl"));
        guide.writeCases(folder, Map.of());
        Map<String, String> printed = guide.run(folder, List.of());

        assertThat(printed.get("geometry vessel.yaml"))
                .as("three ends, listed with their places though the case names none")
                .contains("opening-1", "opening-2", "opening-3", "centre (", "radius");
        assertThat(printed.get("geometry named.yaml"))
                .contains("  inlet ", "  outlet-1 ", "  outlet-2 ", ", extended by ")
                .doesNotContain("opening-1");
        assertThat(Files.readString(folder.resolve("out/named/summary.json")))
                .contains("\"steps\": 20", "wall_shear_stress.p99", "outlet-1.flow_rate");
        assertThat(folder.resolve("out/named/outlet-1.flow_rate.png")).exists();
        assertThat(folder.resolve("out/pulse/outlet-1.flow_rate.png")).exists();
        assertThat(printed)
                .allSatisfy((command, text) -> assertThat(text).as(command).doesNotContain("the flow may reach"));
        assertThat(folder.resolve("out/finer/summary.json")).exists();
        assertThat(Files.readString(folder.resolve("out/wider/summary.json"))).contains("wall_shear_stress.counted");
        assertThat(folder.resolve("out/named/fluid.pvd")).exists();
        for (String region : List.of("sac", "middle", "coarse")) {
            assertThat(folder.resolve("out/regions/fluid-%s.pvd".formatted(region)))
                    .exists();
        }
        assertThat(folder.resolve("out/regions/fluid.pvd")).doesNotExist();
    }
}
