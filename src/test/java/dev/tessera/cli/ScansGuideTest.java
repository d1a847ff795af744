package dev.tessera.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the guide to scans and packings tells people to type works, on a scan of 24³ voxels that is made
/// here: a cubic array of overlapping balls, with one isolated pore.
final class ScansGuideTest {
    private static final int SIZE = 24;
    private static final int PERIOD = 12;

    @TempDir
    private Path folder;

    private static int label(int x, int y, int z) {
        if (x == 6 && y == 6 && z == 6) {
            return 0; // the isolated pore
        }
        double square = 0;
        for (int at : new int[] {x, y, z}) {
            double fromCentre = at % PERIOD + 0.5 - PERIOD / 2.0;
            square += fromCentre * fromCentre;
        }
        return square < 5.2 * 5.2 ? 1 : 0;
    }

    private static BufferedImage slice(int z) {
        BufferedImage slice = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_BYTE_GRAY);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                slice.getRaster().setSample(x, y, 0, label(x, y, z));
            }
        }
        return slice;
    }

    private static byte[] voxels() {
        byte[] voxels = new byte[SIZE * SIZE * SIZE];
        for (int n = 0; n < voxels.length; n++) {
            voxels[n] = (byte) label(n % SIZE, n / SIZE % SIZE, n / SIZE / SIZE);
        }
        return voxels;
    }

    private void writeScan() throws IOException {
        try (OutputStream raw = new GZIPOutputStream(Files.newOutputStream(folder.resolve("rock.raw.gz")))) {
            raw.write(voxels());
        }
        String head = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d, %d), }".formatted(SIZE, SIZE, SIZE);
        String padded = head + " ".repeat(117 - head.length()) + "\n";
        ByteArrayOutputStream npy = new ByteArrayOutputStream();
        npy.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) padded.length(), 0});
        npy.writeBytes(padded.getBytes(StandardCharsets.US_ASCII));
        npy.writeBytes(voxels());
        Files.write(folder.resolve("rock.npy"), npy.toByteArray());
        Files.createDirectory(folder.resolve("slices"));
        ImageWriter tiff = ImageIO.getImageWritersByFormatName("tiff").next();
        try (var out =
                ImageIO.createImageOutputStream(folder.resolve("rock.tif").toFile())) {
            tiff.setOutput(out);
            tiff.prepareWriteSequence(null);
            for (int z = 0; z < SIZE; z++) {
                tiff.writeToSequence(new IIOImage(slice(z), null, null), null);
                ImageIO.write(
                        slice(z),
                        "png",
                        folder.resolve("slices/%d.png".formatted(z + 1)).toFile());
            }
            tiff.endWriteSequence();
        }
    }

    @Test
    void every_command_of_the_guide_does_what_it_says() throws IOException {
        writeScan();
        Guide guide = Guide.read("scans-and-packings.md");
        guide.writeCases(
                folder,
                Map.of(
                        "size: [400, 400, 400]", "size: [24, 24, 24]",
                        "spacing: 50 um", "spacing: 100 um"));
        Map<String, String> printed = guide.run(folder, List.of("run rock.yaml"));
        assertThat(printed).hasSizeGreaterThan(14);

        printed.forEach((command, text) -> {
            if (command.startsWith("geometry rock.yaml")) {
                assertThat(text).as(command).contains("porosity of the image: ").contains("isolated pore");
            }
        });
        String whole = fluidRow(requireNonNull(printed.get("geometry rock.yaml")));
        for (String file : new String[] {"rock.npy", "rock.tif", "slices"}) {
            assertThat(fluidRow(requireNonNull(printed.get(
                            "geometry rock.yaml --set geometry.image={file: %s, pore: [0]}".formatted(file)))))
                    .as(file)
                    .isEqualTo(whole);
        }
        assertThat(printed.get("geometry rock.yaml")).contains("is under 4 nodes wide");
        assertThat(printed.get("geometry rock.yaml --set sides=mirror")).contains("48 × 48 × 48 nodes");
        assertThat(printed.get("geometry bed.yaml --set geometry.spheres.porosity=0.2"
                        + " --set geometry.spheres.overlap=no-centre-inside"))
                .contains("overlap no-centre-inside");

        double permeability = number("rock", "permeability");
        assertThat(permeability).isPositive();
        assertThat(number("rock", "permeability_darcy")).isCloseTo(permeability / 9.869233e-13, within(1e-6));
        assertThat(number("rock-slower", "permeability"))
                .as("creeping flow is linear from its first steps on, and the balls are alike along y")
                .isCloseTo(number("rock-y", "permeability"), within(1e-6 * permeability));
        assertThat(folder.resolve("out/rock/permeability.png")).exists();
        assertThat(summary("rock")).contains("\"converged\": true");
        assertThat(number("bed-2", "permeability")).isNotEqualTo(number("bed", "permeability"));
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
