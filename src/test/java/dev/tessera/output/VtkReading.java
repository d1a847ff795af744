package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.testkit.PythonServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The content of a file as read by VTK (through its Python module).
///
/// @param facts lines of words
record VtkReading(List<List<String>> facts) {
    private static final PythonServer VTK =
            new PythonServer("vtk", "vtkmodules.vtkIOXML", VtkReading.class, "read-vtk.py");

    /// Reads a file, and the values at some places. Skips the test where VTK's Python module is not installed.
    /// @param placesM `[place][axis]`, m
    static VtkReading of(Path file, double[]... placesM) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(file.toString()));
        for (double[] place : placesM) {
            Arrays.stream(place).mapToObj(Double::toString).forEach(arguments::add);
        }
        String text = VTK.answer(arguments);
        assertThat(text).doesNotContain("ERROR").doesNotContain("Warning");
        return new VtkReading(
                text.lines().map(line -> List.of(line.split("\t"))).toList());
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
}
