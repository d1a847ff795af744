package dev.tessera.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands of the guide to scans and packings work, on the scan of the project.
final class ScansGuideTest {
    private static final Path SCAN = Path.of("examples/porous-rock/scan");

    @TempDir
    private Path folder;

    /// The commands are typed in the folder of the project; a test may not write there.
    private void copyScan() throws IOException {
        try (Stream<Path> files = Files.walk(SCAN)) {
            for (Path file : files.toList()) {
                Path to = folder.resolve(file);
                Files.createDirectories(Files.isDirectory(file) ? to : to.getParent());
                if (Files.isRegularFile(file)) {
                    Files.copy(file, to);
                }
            }
        }
    }

    @Test
    void every_command_of_the_guide_works() throws IOException {
        copyScan();
        Guide guide = Guide.read("scans-and-packings.md");
        guide.writeCases(folder, Map.of("spacing: 50 um", "spacing: 100 um"));
        Map<String, String> printed = guide.run(folder, List.of());
        assertThat(printed).hasSizeGreaterThan(14);

        printed.forEach((command, text) -> {
            if (command.startsWith("geometry rock.yaml")) {
                assertThat(text).as(command).contains("porosity of the image: ").contains("isolated pore");
            }
        });
        String whole = fluidRow(requireNonNull(printed.get("geometry rock.yaml")));
        for (String file : new String[] {"rock.npy.gz", "rock.mha", "rock.tif", "slices"}) {
            assertThat(fluidRow(requireNonNull(printed.get(
                            "geometry rock.yaml --set geometry.image={file: %s/%s, pore: [0]}".formatted(SCAN, file)))))
                    .as(file)
                    .isEqualTo(whole);
        }
        assertThat(printed.get("geometry rock.yaml")).contains("is under 4 nodes wide");
        assertThat(printed.get("geometry rock.yaml --set sides=mirror")).contains("80 × 80 × 80 nodes");
        assertThat(printed.get("geometry bed.yaml --set geometry.spheres.porosity=0.2"
                        + " --set geometry.spheres.overlap=no-centre-inside"))
                .contains("overlap no-centre-inside");

        double permeability = number("rock", "permeability");
        assertThat(permeability).isPositive();
        assertThat(number("rock", "permeability_darcy")).isCloseTo(permeability / 9.869233e-13, within(1e-6));
        assertThat(number("rock-slower", "permeability"))
                .as("creeping flow is linear from its first steps on")
                .isCloseTo(permeability, within(1e-6 * permeability));
        assertThat(number("rock-y", "permeability")).isPositive();
        assertThat(folder.resolve("out/rock/permeability.png")).exists();
        assertThat(number("bed-2", "permeability")).isNotEqualTo(number("bed", "permeability"));
        assertThat(whole).contains("porosity 0.29702; 0.53134 with the buffer layers");
        assertThat(summary("rock")).contains("\"porosity\": 0.297015", "\"porosity_with_buffer\": 0.53134");
    }

    private static String fluidRow(String printed) {
        return printed.lines()
                .filter(line -> line.startsWith("  fluid"))
                .findFirst()
                .orElseThrow();
    }

    private String summary(String run) throws IOException {
        return Files.readString(folder.resolve("out").resolve(run).resolve("summary.json"));
    }

    private double number(String run, String observable) throws IOException {
        Matcher matcher = Pattern.compile("\"%s\": *\\{\\s*\"value\": *([-0-9.eE]+)".formatted(observable))
                .matcher(summary(run));
        assertThat(matcher.find()).as("%s of %s", observable, run).isTrue();
        return Double.parseDouble(matcher.group(1));
    }
}
