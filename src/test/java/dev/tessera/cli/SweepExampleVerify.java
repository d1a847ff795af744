package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sweep of the examples gives its pinned numbers, `examples/cavity-2d/sweep-expected.csv` (a minute).
final class SweepExampleVerify {
    private static final Path EXAMPLE = Path.of("examples/cavity-2d").toAbsolutePath();
    private static final double TOLERANCE = 1e-9; // relative

    @TempDir
    private Path temp;

    private static List<List<String>> cells(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(row -> List.of(row.split(",", -1)))
                .toList();
    }

    @Test
    void the_grid_convergence_of_the_cavity_gives_its_pinned_numbers() throws Exception {
        Path out = temp.resolve("out");
        Process sweep = OwnProcess.start(
                temp,
                List.of(),
                "sweep",
                EXAMPLE.resolve("sweep.yaml").toString(),
                "--out",
                out.toString(),
                "--device",
                "cpu");
        assertThat(sweep.waitFor()).as(Files.readString(temp.resolve("stderr"))).isZero();
        List<List<String>> expected = cells(EXAMPLE.resolve("sweep-expected.csv"));
        List<List<String>> found = cells(out.resolve("results.csv"));
        assertThat(found).hasSameSizeAs(expected);
        for (int column = 0; column < expected.getFirst().size(); column++) {
            String name = expected.getFirst().get(column);
            int at = found.getFirst().indexOf(name);
            for (int row = 1; row < expected.size(); row++) {
                compare(name, found.get(row).get(at), expected.get(row).get(column));
            }
        }
    }

    private static void compare(String name, String found, String expected) {
        if (!name.endsWith("]") && !name.equals("steps")) {
            assertThat(found).as(name).isEqualTo(expected);
            return;
        }
        double value = Double.parseDouble(expected);
        assertThat(Double.parseDouble(found)).as(name).isCloseTo(value, within(TOLERANCE * Math.abs(value)));
    }
}
