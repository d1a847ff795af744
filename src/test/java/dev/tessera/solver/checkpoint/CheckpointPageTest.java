package dev.tessera.solver.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The reader on the page of the format reads what the program writes.
final class CheckpointPageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(NumberFormat.class)
    void the_python_reader_of_the_page_reads_populations_and_remembered_values(NumberFormat format)
            throws IOException, InterruptedException {
        Needs.part("python", hasPython());
        var lattice = Lattices.byKey("D2Q9");
        var header = new CheckpointHeader(
                CheckpointHeader.FORMAT,
                7,
                4,
                0,
                new LinkedHashMap<>(Map.of("model.lattice", "D2Q9")),
                List.of(
                        ArrayInfo.populations(ArrayInfo.POPULATIONS, lattice, format),
                        ArrayInfo.remembered("velocity-x", lattice, NumberFormat.FP32)),
                List.of("steady"));
        Path file = folder.resolve("a.checkpoint");
        double[] f = new double[4 * 9];
        for (int k = 0; k < f.length; k++) {
            f[k] = lattice.weight(k % 9).toFloat() + (k - 17) * 0x1p-15; // exact in half precision
        }
        try (CheckpointWriter writer = CheckpointWriter.create(file, header)) {
            writer.nodes(ArrayInfo.POPULATIONS, NodeRanges.ofBounds(0, 1, 3, 4)).write(rows(f, 0, 3));
            writer.links("velocity-x", LinkValues.ofNodes(new long[] {3, 1}, new double[] {0.5, 0.25}));
            writer.state(new StateRecord("steady", new LinkedHashMap<>(), new LinkedHashMap<>()));
            writer.nodes(ArrayInfo.POPULATIONS, NodeRanges.of(1, 2)).write(rows(f, 1, 2));
            writer.complete();
        }
        Path script = folder.resolve("read.py");
        String page = Files.readString(Path.of("docs/reference/checkpoints.md"));
        String code = page.substring(page.indexOf("```python\n") + 10, page.lastIndexOf("```"));
        Files.writeString(script, code + """

                import sys
                lines, arrays = read(sys.argv[1])
                print(dict(lines)["step"], arrays["velocity-x"])
                for node in range(4):
                    print(*["%.17g" % value for value in arrays["populations"][node]])
                """);
        List<String> printed = output(List.of("python3", script.toString(), file.toString()));
        assertThat(printed.getFirst()).isEqualTo("7 {(1, -1): 0.25, (3, -1): 0.5}");
        for (int node = 0; node < 4; node++) {
            String[] row = printed.get(1 + node).split(" ", -1);
            for (int i = 0; i < 9; i++) {
                double expected = format == NumberFormat.FP32 ? (float) f[9 * node + i] : f[9 * node + i];
                assertThat(Double.parseDouble(row[i])).isEqualTo(expected);
            }
        }
    }

    private static double[] rows(double[] f, int... nodes) {
        double[] rows = new double[9 * nodes.length];
        for (int k = 0; k < nodes.length; k++) {
            System.arraycopy(f, 9 * nodes[k], rows, 9 * k, 9);
        }
        return rows;
    }

    private static boolean hasPython() {
        try {
            return output(List.of("python3", "--version")).getFirst().startsWith("Python 3");
        } catch (IOException | InterruptedException absent) {
            return false;
        }
    }

    private static List<String> output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text.lines().toList();
    }
}
