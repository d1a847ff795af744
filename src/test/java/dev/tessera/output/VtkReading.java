package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The content of a file as read by VTK (through its Python module).
///
/// @param facts lines of words
record VtkReading(List<List<String>> facts) {
    private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

    /// Reads a file, and the values at some places. Skips the test where VTK's Python module is not installed.
    /// @param placesM `[place][axis]`, m
    static VtkReading of(Path file, double[]... placesM) throws IOException {
        Optional<String> python = interpreter();
        Needs.part("vtk", python.isPresent());
        Path script = Files.createTempFile("read-vtk", ".py");
        try (InputStream text = VtkReading.class.getResourceAsStream("read-vtk.py")) {
            Files.write(script, text.readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of(python.orElseThrow(), script.toString(), file.toString()));
        for (double[] place : placesM) {
            Arrays.stream(place).mapToObj(Double::toString).forEach(command::add);
        }
        try {
            String text = output(command);
            return new VtkReading(
                    text.lines().map(line -> List.of(line.split("\t"))).toList());
        } finally {
            Files.delete(script);
        }
    }

    /// The numbers after these words at the beginning of a line.
    double[] numbers(String... words) {
        List<String> head = List.of(words);
        List<List<String>> fitting = facts.stream()
                .filter(f ->
                        f.size() >= head.size() && f.subList(0, head.size()).equals(head))
                .toList();
        assertThat(fitting).as("%s in %s", head, facts).hasSize(1);
        return fitting.getFirst().stream()
                .skip(head.size())
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /// Names of the arrays with their types, in their order.
    List<String> arrays() {
        return facts.stream()
                .filter(f -> f.getFirst().equals("array"))
                .map(f -> f.get(1) + ": " + f.get(2))
                .toList();
    }

    private static Optional<String> interpreter() {
        return INTERPRETERS.stream().filter(VtkReading::hasVtk).findFirst();
    }

    private static boolean hasVtk(String python) {
        try {
            Process process = new ProcessBuilder(python, "-c", "import vtkmodules.vtkIOXML")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException none) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(text).isZero();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        assertThat(text).doesNotContain("ERROR").doesNotContain("Warning");
        return text;
    }
}
